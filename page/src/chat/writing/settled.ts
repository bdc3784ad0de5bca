// Waits until an editor has taken a text.

/**
 * Whether `isTrue` became true within `ms`. It is asked after every change of the document and some times in between,
 * because a text field changes without changing the document.
 */
export function settled(document: Document, ms: number, isTrue: () => boolean): Promise<boolean> {
  if (isTrue()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (result: boolean): void => {
      observer.disconnect();
      clearInterval(asking);
      clearTimeout(deadline);
      resolve(result);
    };
    const ask = (): void => {
      if (isTrue()) end(true);
    };
    const observer = new MutationObserver(ask);
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    const asking = setInterval(ask, ASK_EVERY);
    const deadline = setTimeout(
      () => {
        end(isTrue());
      },
      Math.min(ms, LONGEST),
    );
  });
}

const ASK_EVERY = 25;
const LONGEST = 5_000;
