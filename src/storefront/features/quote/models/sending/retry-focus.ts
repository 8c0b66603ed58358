/** The part whose 重试 takes the focus once rendered: its card may be collapsed, or its code not loaded. */
let requestedKey: string | undefined;

export function requestRetryFocus(partKey: string): void {
  requestedKey = partKey;
}

/** Focuses the button of a part if requested; behind a dialog the request stays. */
export function focusRequestedRetry(partKey: string, button: HTMLElement | null): void {
  if (requestedKey !== partKey || !button) return;
  button.focus();
  if (document.activeElement === button) requestedKey = undefined;
}
