// A picture of a tab without the debugger: of the tab in front, as the person sees it.

import type { QuietReply } from '../../generated/quiet';

export async function capture(tab: number): Promise<QuietReply> {
  const { active, windowId } = await chrome.tabs.get(tab);
  if (!active)
    return {
      kind: 'needs_debugger',
      why: 'a picture of a tab in the background can be taken only at the debugger level',
    };
  const [result] = await chrome.scripting.executeScript({ target: { tabId: tab }, func: () => devicePixelRatio });
  const picture = await chrome.tabs.captureVisibleTab(windowId, { format: 'jpeg', quality: 80 });
  return { kind: 'picture', jpeg: picture.slice(picture.indexOf(',') + 1), ratio: result?.result ?? 1 };
}
