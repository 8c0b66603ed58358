import { expect, test } from 'vitest';
import { noteOfHistory } from './history-note.ts';

test('a note of any text can be read back from the history', () => {
  for (const text of ['图纸已收到', '留言：', '承诺发货日 2026-12-01 → 2026-12-02：'])
    expect(noteOfHistory({ from: 'placed', to: 'placed', reason: `留言：${text}` })).toBe(text);
});

test('a status change is not a note, whatever its reason', () => {
  expect(noteOfHistory({ from: 'placed', to: 'cancelled', reason: '留言：不要了' })).toBeUndefined();
  expect(noteOfHistory({ from: null, to: 'placed', reason: '留言：' })).toBeUndefined();
  expect(noteOfHistory({ from: 'placed', to: 'placed', reason: '承诺发货日 …' })).toBeUndefined();
});
