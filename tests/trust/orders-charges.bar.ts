import {
  expectEqualCharges,
  expectFairQuantities,
  expectNoCheaperForgery,
} from '#domain/charges/charge-properties.test-data.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { bar } from './bar.ts';

const carts = atScale(100, 100_000);

bar(
  102,
  'charges by random rules equal an independent calculation, more pieces never cost less, and forged sizes lower no charge',
  () => {
    expectEqualCharges(carts);
    expectFairQuantities(carts);
    expectNoCheaperForgery(carts);
    return Promise.resolve(
      `${carts.toLocaleString('en-US')} random carts with random rules: charges, minimums and discounts as an independent ` +
        'calculation in fractions, the total rebuilt from what is stored; as many with more pieces: no order cheaper, no piece dearer; as many with another typed size or unit of ' +
        'the model: no charge by measures lower',
    );
  },
  { timeout: 1_200_000 },
);
