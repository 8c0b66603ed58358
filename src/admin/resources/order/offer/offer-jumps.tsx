import type { PriceJump } from '#contract/prices/price-jumps.ts';
import { numberedTitle } from '#domain/parts/line-title.ts';
import { JumpDialog } from '../../../components/prices/price-jumps.tsx';
import { jumpOf } from './offer-draft.ts';
import type { Row } from './offer-row.tsx';

const TEXTS = {
  okText: '核对无误，发送',
  oldPriceName: '自动报价',
  columnTitle: '自动报价 → 人工报价',
  pendingText: '还没有发送',
};

/** Changed prices that need confirmation; prices of an earlier offer have already been confirmed. */
export const jumpsOf = (rows: readonly Row[]): PriceJump[] =>
  rows.flatMap(({ key, item, parsed, isTouched }) => {
    const jump = isTouched && jumpOf(item, parsed.line);
    return jump ? [{ id: key, name: numberedTitle(item), ...jump }] : [];
  });

interface Props {
  jumps: readonly PriceJump[];
  onAnswer: (isConfirmed: boolean) => void;
}

export const OfferJumps = ({ jumps, onAnswer }: Props) => (
  <JumpDialog count={jumps.length} jumps={[...jumps]} texts={TEXTS} onAnswer={onAnswer} />
);
