// The group of tabs with the name of a run, as the person sees it.

/** Groups are made one after the other, so that two tabs of a run come into one. */
let turn: Promise<unknown> = Promise.resolve();

/** Puts a tab into the group of its run, which is made where there is none in its window. Returns the group. */
export function joinGroup(
  tab: number,
  name: string,
  group: () => number | undefined,
  keep: (group: number) => Promise<void>,
): Promise<void> {
  const joined = turn.then(async () => {
    const { windowId } = await chrome.tabs.get(tab);
    const known = group();
    if (known !== undefined && (await groupIsIn(known, windowId))) {
      await chrome.tabs.group({ tabIds: [tab], groupId: known });
      return;
    }
    const made = await chrome.tabs.group({ tabIds: [tab], createProperties: { windowId } });
    await keep(made);
    await chrome.tabGroups.update(made, { title: `Task(${name})`, color: 'blue' });
  });
  // A window that has no groups, as that of an app: the tab is driven all the same.
  turn = joined.catch(() => undefined);
  return turn as Promise<void>;
}

/** Takes a tab out of the group of a run; it stays open. */
export async function leaveGroup(tab: number): Promise<void> {
  await chrome.tabs.ungroup(tab).catch(() => undefined);
}

async function groupIsIn(group: number, window: number): Promise<boolean> {
  const found = await chrome.tabGroups.get(group).catch(() => undefined);
  return found?.windowId === window;
}
