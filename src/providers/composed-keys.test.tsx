import { afterEach, expect, test } from 'vitest';
import { ignoreComposedKeys } from './composed-keys.ts';

const left = new AbortController();
afterEach(() => left.abort());

test('keys used by an input method reach no handler, all others do', () => {
  ignoreComposedKeys();
  const heard: string[] = [];
  const listen = (at: EventTarget, name: string) =>
    at.addEventListener('keydown', () => heard.push(name), { signal: left.signal });
  listen(document, 'page');
  listen(globalThis, 'window');
  for (const init of [{ isComposing: true }, { keyCode: 229 }, { keyCode: 13 }])
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...init }));
  expect(heard).toEqual(['page', 'window']);
});
