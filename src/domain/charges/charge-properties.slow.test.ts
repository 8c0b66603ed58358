import { expect, test } from 'vitest';
import {
  expectEqualCharges,
  expectFairQuantities,
  expectNoCheaperForgery,
} from './charge-properties.test-data.ts';

const NUM_RUNS = 3_000;

test('charges equal an independent calculation, and more pieces never cost less, on more carts than in the gate', () => {
  expect(() => expectEqualCharges(NUM_RUNS)).not.toThrow();
  expect(() => expectFairQuantities(NUM_RUNS)).not.toThrow();
});

test('neither a typed size nor a unit that is not that of the model lowers a charge by measures', () => {
  expect(() => expectNoCheaperForgery(NUM_RUNS)).not.toThrow();
});
