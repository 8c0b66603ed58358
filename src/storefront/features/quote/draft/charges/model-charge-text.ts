import { formatFen, type Fen } from '#domain/money.ts';
import { labelledSharesOf, sumOfCharges, type Charge } from '#domain/pricing/charges.ts';
import type { PartDraft } from '../draft.ts';
import { isUnmeasured } from '../part-model.ts';
import type { ChargeResult } from './charge-result.ts';

const signedAmount = (fen: Fen): string => (fen === 0 ? '' : `+${formatFen(fen)}`);

/** The charges that a part adds by its model's measurements; empty if none. */
export function modelChargeText(modelChargesFen: ChargeResult['modelChargesFen'], part: PartDraft): string {
  if (!modelChargesFen) return '';
  const amount = signedAmount(modelChargesFen.get(part.key) ?? 0);
  if (!isUnmeasured(part)) return amount;
  return amount === '' ? '待核对' : `${amount}，待核对`;
}

/** Like `modelChargeText`, for a line of an order: the line's shares of the charges. */
export const lineChargesText = (charges: readonly Charge[], lineNo: number): string =>
  signedAmount(sumOfCharges(labelledSharesOf(charges, lineNo)));
