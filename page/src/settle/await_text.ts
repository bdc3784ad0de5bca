// Waits until a text appears or is gone.

import { hasText } from '../snapshot/element_state';
import { Activity } from './activity';

/** Whether the text is there, once that is as wanted or the time is up. */
export async function awaitText(
  document: Document,
  activity: Activity,
  wanted: { text: string; there: boolean; max_ms: number },
): Promise<boolean> {
  const end = performance.now() + wanted.max_ms;
  for (;;) {
    const has = hasText(document, wanted.text);
    const left = end - performance.now();
    if (has === wanted.there || left <= 0) return has;
    activity.begin();
    await activity.pause(Math.min(UNSEEN_CHANGE, left));
    // Changes that come together are checked once.
    await new Promise((resolve) => setTimeout(resolve, TOGETHER));
  }
}

/** Styles can show and hide text without any change of the document. */
const UNSEEN_CHANGE = 150;
const TOGETHER = 10;
