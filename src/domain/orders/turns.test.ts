import { expect, test } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from './order-status.ts';
import { turnOf, waitsOf, type TurnChange } from './turns.ts';

const hour = (n: number) => new Date(Date.UTC(2026, 10, 24, n));
const life = (...steps: [OrderStatus, number][]): TurnChange<OrderStatus>[] =>
  steps.map(([status, at]) => ({ at: hour(at), turn: turnOf(status), phase: status }));

test('an offer is the turn of the customer, everything else until the shipment that of the shop', () => {
  expect(ORDER_STATUSES.filter((status) => turnOf(status) === 'customer')).toEqual(['quoted']);
  expect(ORDER_STATUSES.filter((status) => turnOf(status) === undefined)).toEqual([
    'shipped',
    'completed',
    'cancelled',
  ]);
});

test('an order waits in turn, from each change to the next, until it ships', () => {
  const steps = life(['requested', 1], ['quoted', 3], ['placed', 8], ['shipped', 10], ['completed', 12]);
  expect(waitsOf(steps, hour(10))).toEqual([
    { turn: 'shop', phase: 'requested', from: hour(1), to: hour(3) },
    { turn: 'customer', phase: 'quoted', from: hour(3), to: hour(8) },
    { turn: 'shop', phase: 'placed', from: hour(8), to: hour(10) },
  ]);
});

test('a shipment that was undone waits again, and changes after the end do not count', () => {
  const steps = life(['placed', 1], ['shipped', 4], ['inspecting', 5], ['shipped', 7], ['completed', 9]);
  expect(waitsOf(steps, hour(7)).map(({ from, to }) => [from, to])).toEqual([
    [hour(1), hour(4)],
    [hour(5), hour(7)],
  ]);
  expect(waitsOf(steps, hour(2))).toHaveLength(1);
  expect(waitsOf([], hour(2))).toEqual([]);
});

test('a question in between takes its time from the shop', () => {
  const order = life(['placed', 1]);
  const question: TurnChange<OrderStatus>[] = [
    { at: hour(2), turn: 'customer', phase: 'placed' },
    { at: hour(5), turn: 'shop', phase: 'placed' },
  ];
  const waits = waitsOf([...order, ...question], hour(6));
  expect(waits.map(({ turn, from, to }) => [turn, Number(to) - Number(from)])).toEqual([
    ['shop', 3_600_000],
    ['customer', 3 * 3_600_000],
    ['shop', 3_600_000],
  ]);
});
