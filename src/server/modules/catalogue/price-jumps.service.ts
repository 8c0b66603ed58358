import { MAX_NAMED_JUMPS, type PriceJump, type PriceJumps } from '#contract/price-jumps.ts';
import { formatYuan } from '#domain/money.ts';
import { isPriceJump } from '#domain/pricing/price-jump.ts';
import { AppError } from '#server/http/app-error.ts';

/** A change of a price in yuan; null: there is none. */
export interface PriceMove {
  /** Distinguishes the changes of one call. */
  id: string;
  name: string;
  from: number | null;
  to: number | null;
}

/** Throws `price.jump` with the jumps unless they are confirmed. A price that begins or ends is no jump. */
export function assertNoJumps(moves: readonly PriceMove[], isConfirmed: boolean | undefined): void {
  if (isConfirmed) return;
  const jumps = moves.filter(
    (move): move is PriceJump => move.from !== null && move.to !== null && isPriceJump(move.from, move.to),
  );
  const [first] = jumps;
  if (!first) return;
  const example = `${first.name} ${formatYuan(first.from)} → ${formatYuan(first.to)}`;
  const more = jumps.length > 1 ? ' 等' : '';
  throw new AppError('price.jump', {
    msg: `${jumps.length} 个价格变动超过 50%，没有保存：${example}${more}。请核对，确认无误后再保存`,
    data: { count: jumps.length, jumps: jumps.slice(0, MAX_NAMED_JUMPS) } satisfies PriceJumps,
  });
}
