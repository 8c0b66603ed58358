import { formatFen, type Fen } from '#domain/money.ts';
import { sharesOfLine, sumOfCharges, type Charge } from '#domain/pricing/charges.ts';
import type { PartDraft } from '../draft.ts';
import { isUnmeasured } from '../part-model.ts';
import type { ChargeResult } from './charge-result.ts';

const added = (fen: Fen): string => (fen === 0 ? '' : `+${formatFen(fen)}`);

/** The charges that a part adds by its model's measurements; empty if none. */
export function measuredText(measuredFen: ChargeResult['measuredFen'], part: PartDraft): string {
  if (!measuredFen) return '';
  const amount = added(measuredFen.get(part.key) ?? 0);
  if (!isUnmeasured(part)) return amount;
  return amount === '' ? '待核对' : `${amount}，待核对`;
}

/** The same for a line of an order. */
export const sharesText = (charges: readonly Charge[], lineNo: number): string =>
  added(sumOfCharges(sharesOfLine(charges, lineNo)));
