// Which tab the person looks at: the active tab of the window that has the focus.

const PLACE = 'focused_window';

export class FrontTab {
  /** The window that got the focus last, as the browser told; it survives the worker. */
  #focused: Promise<number | null>;

  /** `onChange` is called when another tab or window comes to the front, or none. */
  constructor(onChange: () => void) {
    this.#focused = chrome.storage.session.get(PLACE).then((kept) => (kept[PLACE] as number | undefined) ?? null);
    chrome.tabs.onActivated.addListener(onChange);
    chrome.tabs.onAttached.addListener(onChange);
    chrome.windows.onFocusChanged.addListener((window) => {
      const known = window === chrome.windows.WINDOW_ID_NONE ? null : window;
      this.#focused = chrome.storage.session.set({ [PLACE]: known }).then(() => known);
      onChange();
    });
  }

  async is(tab: number): Promise<boolean> {
    try {
      const { active, windowId } = await chrome.tabs.get(tab);
      // The browser tells of a new window with the focus before the old one says that it has lost it.
      const focused = await this.#focused;
      return active && (focused ?? windowId) === windowId && (await chrome.windows.get(windowId)).focused;
    } catch {
      // The tab is closed.
      return false;
    }
  }
}
