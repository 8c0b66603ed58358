/**
 * Refuses files that are dropped where nothing takes them: the browser would open the file in place of the page, and what
 * the customer typed would be gone.
 */
export function refuseStrayFiles(): void {
  for (const type of ['dragover', 'drop'] as const) {
    globalThis.addEventListener(type, (event) => {
      if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    });
  }
}
