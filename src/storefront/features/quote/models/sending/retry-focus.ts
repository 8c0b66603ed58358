/** The part whose 重试 button takes the focus once rendered: its card may be collapsed, or its code not loaded yet. */
let requestedKey: string | undefined;

export function requestRetryFocus(partKey: string): void {
  requestedKey = partKey;
}

/** Focuses a part's retry button if requested. The request is kept while a dialog prevents that. */
export function focusRequestedRetry(partKey: string, button: HTMLElement | null): void {
  if (requestedKey !== partKey || !button) return;
  button.focus();
  if (document.activeElement === button) requestedKey = undefined;
}
