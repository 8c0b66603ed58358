/** Copies a text to the clipboard; false when the browser refuses. */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    // Available only over https and on localhost.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (!field) return false;
    field.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way over plain http in a local network
    return document.execCommand('copy');
  }
}
