/**
 * Rejects files dropped outside of drop targets: the browser would open the file in place of the page, and input would be lost.
 */
export function rejectStrayFiles(): void {
  for (const type of ['dragover', 'drop'] as const) {
    globalThis.addEventListener(type, (event) => {
      if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    });
  }
}
