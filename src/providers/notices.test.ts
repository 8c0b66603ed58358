import { expect, test } from 'vitest';
import { bufferNotices, notify, subscribe } from './notices.ts';

test('a notice raised before the page can show it reaches the first listener, once', () => {
  const first: string[] = [];
  const second: string[] = [];
  notify({ type: 'info', message: 'before anything' });
  bufferNotices();
  notify({ type: 'warning', message: 'early' });
  const leave = subscribe(({ message }) => first.push(message));
  notify({ type: 'success', message: 'later' });
  leave();
  notify({ type: 'info', message: 'between' });
  subscribe(({ message }) => second.push(message));
  expect(first).toEqual(['early', 'later']);
  expect(second).toEqual([]);
});
