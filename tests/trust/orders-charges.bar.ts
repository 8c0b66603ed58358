import { expectEqualCharges, expectFairQuantities } from '#domain/charges/charge-properties.test-data.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { bar } from './bar.ts';

const carts = atScale(100, 100_000);

bar(
  102,
  'charges by random rules equal an independent calculation, and more pieces never cost less',
  () => {
    expectEqualCharges(carts);
    expectFairQuantities(carts);
    return Promise.resolve(
      `${carts.toLocaleString('en-US')} random carts with random rules: charges, minimums and discounts as an independent ` +
        'calculation in fractions, the total rebuilt from what is stored; as many with more pieces: no order cheaper, no piece dearer',
    );
  },
  { timeout: 1_200_000 },
);
