import { chargeTitle, chargeValue, type Charge } from '#domain/pricing/charges.ts';
import type { ChargeRow } from './charge-result.ts';

/** A charge for display. */
export const chargeRow = (charge: Charge): ChargeRow => ({
  title: chargeTitle(charge),
  amountFen: charge.amountFen,
  value: chargeValue(charge),
  reason: charge.reason,
});
