import { expect, test } from 'vitest';
import { rejectStrayFiles } from './reject-stray-files.ts';

/** Whether the browser would act on the drop itself. */
function isLeftToBrowser(types: readonly string[]): boolean {
  const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { types, dropEffect: 'copy' },
  });
  return document.body.dispatchEvent(event);
}

test('a file dropped outside a drop zone never replaces the page; dragged text is not affected', () => {
  rejectStrayFiles();
  expect(isLeftToBrowser(['Files'])).toBe(false);
  expect(isLeftToBrowser(['text/plain'])).toBe(true);
});
