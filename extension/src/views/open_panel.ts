/** Opens the side panel of this window, or the same as a tab where there is none; works only while a press is being handled. */
export function openPanel(): void {
  // The window has to be known without waiting, or the press no longer counts.
  const opened = chrome.sidePanel.open({ windowId: chrome.windows.WINDOW_ID_CURRENT });
  // Windows of apps and some browsers have no side panel.
  opened.catch(() => chrome.tabs.create({ url: 'panel.html' })).catch(() => undefined);
}
