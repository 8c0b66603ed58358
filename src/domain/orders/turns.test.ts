import { expect, test } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from './order-status.ts';
import { turnOf, waitsOf, withQuestions, type AskedQuestion, type Turn, type TurnChange } from './turns.ts';

const hour = (n: number) => new Date(Date.UTC(2026, 10, 24, n));
const life = (...steps: [OrderStatus, number][]): TurnChange<OrderStatus>[] =>
  steps.map(([status, at]) => ({ at: hour(at), turn: turnOf(status), phase: status }));

test('an offer waits for the customer, every other status before shipment for the shop', () => {
  expect(ORDER_STATUSES.filter((status) => turnOf(status) === 'customer')).toEqual(['quoted']);
  expect(ORDER_STATUSES.filter((status) => turnOf(status) === undefined)).toEqual([
    'shipped',
    'completed',
    'cancelled',
  ]);
});

test('the waiting side changes with each status until the order ships', () => {
  const steps = life(['requested', 1], ['quoted', 3], ['placed', 8], ['shipped', 10], ['completed', 12]);
  expect(waitsOf(steps, hour(10))).toEqual([
    { turn: 'shop', phase: 'requested', from: hour(1), to: hour(3) },
    { turn: 'customer', phase: 'quoted', from: hour(3), to: hour(8) },
    { turn: 'shop', phase: 'placed', from: hour(8), to: hour(10) },
  ]);
});

test('an undone shipment waits again, and changes after the end are ignored', () => {
  const steps = life(['placed', 1], ['shipped', 4], ['inspecting', 5], ['shipped', 7], ['completed', 9]);
  expect(waitsOf(steps, hour(7)).map(({ from, to }) => [from, to])).toEqual([
    [hour(1), hour(4)],
    [hour(5), hour(7)],
  ]);
  expect(waitsOf(steps, hour(2))).toHaveLength(1);
  expect(waitsOf([], hour(2))).toEqual([]);
});

const asked = (askedBy: Turn, from: number, to?: number): AskedQuestion => ({
  askedBy,
  from: hour(from),
  to: to === undefined ? undefined : hour(to),
});
const hoursOf = (changes: readonly TurnChange<OrderStatus>[], until: number) =>
  waitsOf(changes, hour(until)).map(({ turn, phase, from, to }) => [
    turn,
    phase,
    (Number(to) - Number(from)) / 3_600_000,
  ]);

test('an unanswered question by the waiting side passes the turn to the other side', () => {
  const steps = life(['requested', 1], ['quoted', 6], ['placed', 9]);
  expect(hoursOf(withQuestions(steps, [asked('shop', 2, 4), asked('customer', 7, 8)]), 10)).toEqual([
    ['shop', 'requested', 1],
    ['customer', 'requested', 2],
    ['shop', 'requested', 2],
    ['customer', 'quoted', 1],
    ['shop', 'quoted', 1],
    ['customer', 'quoted', 1],
    ['shop', 'placed', 1],
  ]);
});

test('overlapping questions count once, and questions by the other side change nothing', () => {
  const steps = life(['placed', 1]);
  const questions = [asked('shop', 2, 4), asked('shop', 3, 6), asked('customer', 7, 8)];
  const minutes = hoursOf(withQuestions(steps, questions), 10);
  const sumOf = (side: Turn) =>
    minutes.reduce((sum, [turn, , hours]) => sum + (turn === side ? Number(hours) : 0), 0);
  expect([sumOf('customer'), sumOf('shop')]).toEqual([4, 5]);
});

test('a question asked before a turn or still unanswered counts within the turn', () => {
  const steps = life(['quoted', 1], ['requested', 3], ['shipped', 9]);
  const questions = [asked('shop', 2, 5), asked('shop', 7)];
  expect(hoursOf(withQuestions(steps, questions), 9)).toEqual([
    ['customer', 'quoted', 1],
    ['customer', 'quoted', 1],
    ['customer', 'requested', 2],
    ['shop', 'requested', 2],
    ['customer', 'requested', 2],
  ]);
});
