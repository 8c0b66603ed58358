/** One keystroke, measured from its `input` event by the browser's clock. */
export interface Typing {
  /** Until the text of a price in the page changed. */
  changedMs: number;
  /** Until the next frame was painted. */
  paintedMs: number;
}

declare global {
  interface Window {
    quotemillTyping?: Typing[];
  }
}

/**
 * Runs in the page, so it uses no name of this module and no named inner functions. Records for each input when a price first changed
 * and when that frame was painted.
 */
export function recordTyping(): void {
  const done: Typing[] = [];
  window.quotemillTyping = done;
  let typedAt: number | undefined;
  document.addEventListener('input', (event) => (typedAt = event.timeStamp), { capture: true });
  new MutationObserver((changes) => {
    const from = typedAt;
    if (from === undefined) return;
    if (!changes.some(({ target }) => target.parentElement?.closest('dd, dl'))) return;
    typedAt = undefined;
    const changedMs = performance.now() - from;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => {
        done.push({ changedMs, paintedMs: performance.now() - from });
      });
      channel.port1.start();
      channel.port2.postMessage(undefined);
    });
  }).observe(document.body, { subtree: true, characterData: true, childList: true });
}

/** Runs in the page: removes and returns the oldest record. */
export function takeTyping(): Typing | undefined {
  return window.quotemillTyping?.shift();
}
