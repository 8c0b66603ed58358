import { MAX_NAMED_JUMPS, type PriceJump, type PriceJumps } from '#contract/prices/price-jumps.ts';
import { formatYuan } from '#domain/money.ts';
import { needsConfirmation } from '#domain/pricing/price-jump.ts';
import { AppError } from '#server/http/app-error.ts';

/** A change of a price in yuan; null: no price. */
export interface YuanChange {
  /** Distinguishes the changes of one call. */
  id: string;
  name: string;
  from: number | null;
  to: number | null;
}

/** A percentage above this needs a confirmation, regardless of its previous value. */
const MAX_PERCENT = 50;

/** The effect of a large percentage on ¥100; empty for a small one. */
export const percentEffect = (id: string, name: string, percent: number): YuanChange[] =>
  Math.abs(percent) > MAX_PERCENT ? [{ id, name, from: 100, to: 100 + percent }] : [];

export const withoutConfirmJumps = <T extends object>({
  confirmJumps: _flag,
  ...rest
}: T & { confirmJumps?: unknown }) => rest as T;

/** Throws `price.jump`, unless confirmed, with the prices that jump, start high or are removed. */
export function assertNoJumps(changes: readonly YuanChange[], isConfirmed: boolean | undefined): void {
  if (isConfirmed) return;
  const flagged = changes.filter((change): change is PriceJump => needsConfirmation(change.from, change.to));
  const removed = flagged.filter(({ to }) => to === null);
  const added = flagged.filter(({ from }) => from === null);
  const changed = flagged.filter(({ from, to }) => from !== null && to !== null);
  const jumps = [...removed, ...added, ...changed];
  const [first] = jumps;
  if (!first) return;
  const counts = [
    changed.length > 0 ? `${changed.length} 个价格变动超过 50%` : '',
    added.length > 0 ? `${added.length} 个新价格超过 1 万元` : '',
    removed.length > 0 ? `${removed.length} 个价格被清空` : '',
  ].filter((text) => text !== '');
  const [from, to] = [first.from, first.to].map((yuan) => (yuan === null ? '无价格' : formatYuan(yuan)));
  const example = `${first.name} ${from} → ${to}`;
  const more = jumps.length > 1 ? ' 等' : '';
  throw new AppError('price.jump', {
    msg: `${counts.join('、')}，没有保存：${example}${more}。请核对，确认无误后再保存`,
    data: { count: jumps.length, jumps: jumps.slice(0, MAX_NAMED_JUMPS) } satisfies PriceJumps,
  });
}
