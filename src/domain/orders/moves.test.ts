import { describe, expect, it } from 'vitest';
import { canMove, movesFrom, needsReason, ORDER_MOVES, type Actor } from './moves.ts';
import { ORDER_STATUSES, orderStatusLabels } from './order-status.ts';

/**
 * Every pair of statuses (row: from, column: to) in the order of ORDER_STATUSES.
 * `b` both, `s` staff only, a capital letter only with a reason, `r` both and staff with a reason, `o` staff by an offer,
 * `v` customers while the quotation that they ask about is valid, `.` no actor.
 */
const MATRIX: Readonly<Record<string, string>> = {
  requested: '.ov.....r',
  quoted: 'B.b.....b',
  placed: '...s....b',
  confirmed: '....s...S',
  producing: '.....s...',
  inspecting: '......s..',
  shipped: '.......s.',
  completed: '.........',
  cancelled: '.........',
};

const pairs = ORDER_STATUSES.flatMap((from) =>
  ORDER_STATUSES.map((to, column) => ({ from, to, cell: MATRIX[from]!.charAt(column) })),
);

describe('the moves of an order', () => {
  it('are spelled out for all 81 pairs of statuses', () => {
    expect(Object.keys(MATRIX)).toEqual([...ORDER_STATUSES]);
    expect(pairs.map(({ cell }) => cell).join('')).toMatch(/^[bBsSrov.]{81}$/);
  });

  it.each(pairs)('from $from to $to are open to "$cell"', ({ from, to, cell }) => {
    expect(canMove(from, to, 'customer')).toBe('bBr'.includes(cell));
    expect(canMove(from, to, 'staff')).toBe('bBrsS'.includes(cell));
    expect(canMove(from, to, 'customer', true)).toBe('bBrv'.includes(cell));
    expect(canMove(from, to, 'staff', true)).toBe('bBrsS'.includes(cell));
    expect(needsReason(from, to, 'customer')).toBe('BS'.includes(cell));
    expect(needsReason(from, to, 'staff')).toBe('BSr'.includes(cell));
    expect(ORDER_MOVES.some((move) => move.from === from && move.to === to && move.byOffer)).toBe(
      cell === 'o',
    );
  });

  it('appear in the table once each', () => {
    const names = ORDER_MOVES.map(({ from, to }) => `${from}>${to}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each<Actor>(['customer', 'staff'])('listed for %s are the moves that actor may make', (actor) => {
    for (const status of ORDER_STATUSES) {
      const listed = movesFrom(status, actor).map((move) => move.to);
      expect(new Set(listed)).toEqual(new Set(ORDER_STATUSES.filter((to) => canMove(status, to, actor))));
    }
  });

  it('list the next status before cancelling', () => {
    expect(movesFrom('confirmed', 'staff').map((move) => move.to)).toEqual(['producing', 'cancelled']);
  });

  it('reach every status from a request and end only in completed and cancelled', () => {
    const reached = new Set(['requested']);
    for (const status of reached) {
      for (const move of ORDER_MOVES) if (move.from === status) reached.add(move.to);
    }
    expect(reached).toEqual(new Set(ORDER_STATUSES));
    const ends = ORDER_STATUSES.filter((status) => !ORDER_MOVES.some((move) => move.from === status));
    expect(ends).toEqual(['completed', 'cancelled']);
  });
});

describe('the statuses', () => {
  it('have one Chinese name each', () => {
    expect(Object.keys(orderStatusLabels)).toEqual([...ORDER_STATUSES]);
    expect(new Set(Object.values(orderStatusLabels)).size).toBe(ORDER_STATUSES.length);
  });
});
