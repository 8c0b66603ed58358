/**
 * Keeps `--gutter` at the room of the page's scroll bar, for page.css: only the page that has the gutter can be measured, and
 * zooming changes it.
 */
export function watchGutter(): void {
  const { documentElement: root, body } = document;
  const measure = () => {
    if (getComputedStyle(root).scrollbarGutter !== 'stable') return;
    root.style.setProperty('--gutter', `${innerWidth - body.getBoundingClientRect().width}px`);
  };
  addEventListener('resize', measure);
  measure();
}
