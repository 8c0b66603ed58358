import { DEMO_SIZE, fillDemo } from '#server/demo/fill-demo.ts';
import type { Part } from './figure.ts';
import { atScale } from './scale.ts';
import { withBackOffice } from './served-back-office.ts';

const SIZE = atScale({ days: 60, orders: 60 }, DEMO_SIZE);
const ORDERS = atScale(60, 6_000);
/** Fixed, because the sample depends on its last day. */
const UNTIL = '2026-11-20';

/** Writes the two years of `npm run demo` into a new installation. */
export const demo: Part = {
  title: 'A new installation filled by `npm run demo`',
  measure: () =>
    withBackOffice(async ({ connectionString }) => {
      const startedAt = performance.now();
      const { orders } = await fillDemo(connectionString, UNTIL, SIZE);
      const seconds = (performance.now() - startedAt) / 1_000;
      return [
        { name: 'orders', value: orders, unit: '', target: { atLeast: ORDERS } },
        { name: 'filled', value: seconds, unit: 's', target: { atMost: 60 } },
      ];
    }),
};
