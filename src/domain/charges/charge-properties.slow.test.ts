import { expect, test } from 'vitest';
import {
  expectEqualCharges,
  expectFairQuantities,
  expectNoCheaperForgery,
} from './charge-properties.test-data.ts';

const NUM_RUNS = 3_000;

test('charges equal an independent calculation, and more pieces never cost less, on many random carts', () => {
  expect(() => expectEqualCharges(NUM_RUNS)).not.toThrow();
  expect(() => expectFairQuantities(NUM_RUNS)).not.toThrow();
});

test('neither a typed size nor a unit that differs from the model’s lowers a charge on measures', () => {
  expect(() => expectNoCheaperForgery(NUM_RUNS)).not.toThrow();
});
