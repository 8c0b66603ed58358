/** Prints only the codes, from a hidden frame. */
export function printCodes(codes: readonly string[]): void {
  const frame = document.createElement('iframe');
  // Some browsers print nothing of a frame without layout.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  document.body.append(frame);
  const page = frame.contentDocument;
  if (page) {
    const title = page.createElement('h1');
    title.textContent = `${document.title.split(' · ').at(-1) ?? ''} · 恢复码`;
    const list = page.createElement('pre');
    list.textContent = codes.join('\n');
    page.body.append(title, list);
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
  }
}
