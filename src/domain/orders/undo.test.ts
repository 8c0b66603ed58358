import { describe, expect, it } from 'vitest';
import { ORDER_MOVES } from './moves.ts';
import { UNDO_MS, undoableMove } from './undo.ts';

const at = new Date('2026-11-20T10:00:00Z');
const after = (ms: number) => new Date(at.getTime() + ms);
const move = { from: 'placed', to: 'confirmed', userId: 7, createdAt: at };
const seen = { changedAt: at, userId: 7, now: after(UNDO_MS - 1) };

describe('the last move', () => {
  it.each(ORDER_MOVES)('from $from to $to can be undone unless it is placing or an offer', (made) => {
    const { from, to, byOffer } = made;
    expect(undoableMove({ ...move, from, to }, seen)?.to).toBe(to === 'placed' || byOffer ? undefined : from);
  });

  it('can be undone within a minute', () => {
    expect(undoableMove(move, seen)).toEqual({ to: 'placed', until: after(UNDO_MS) });
    expect(undoableMove(move, { ...seen, now: after(UNDO_MS) })).toBeUndefined();
  });

  it.each([
    ['another user', move, { ...seen, userId: 8 }],
    ['a later change', move, { ...seen, changedAt: after(1) }],
    ['a note', { ...move, from: 'confirmed' }, seen],
    ['an undone move', { ...move, from: 'confirmed', to: 'placed' }, seen],
    ['a new order', { ...move, from: null, to: 'placed' }, seen],
    ['no history', undefined, seen],
  ])('cannot be undone for %s', (_what, last, by) => {
    expect(undoableMove(last, by)).toBeUndefined();
  });
});
