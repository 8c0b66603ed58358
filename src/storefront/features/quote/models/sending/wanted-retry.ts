/** The part whose 重试 takes the focus as soon as it is drawn: its card may be closed, or its code not loaded. */
let wanted: string | undefined;

export function wantRetry(partKey: string): void {
  wanted = partKey;
}

/** Focuses the button of a part if it is wanted; behind a dialog it stays wanted. */
export function takeRetry(partKey: string, button: HTMLElement | null): void {
  if (wanted !== partKey || !button) return;
  button.focus();
  if (document.activeElement === button) wanted = undefined;
}
