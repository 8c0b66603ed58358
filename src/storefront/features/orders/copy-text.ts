/** Puts a text into the clipboard; false when the browser lets nobody. */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    // Only there over https and on this machine.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (!field) return false;
    field.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- what plain http in a local network leaves
    return document.execCommand('copy');
  }
}
