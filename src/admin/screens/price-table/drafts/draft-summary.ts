import type { NamedPriceChange, PriceValue } from '#contract/prices/price-changes.ts';
import type { PriceDraftDetails } from '#contract/prices/price-drafts.ts';
import { conflictingDraftNames } from '../../../components/prices/conflicting-drafts.ts';
import { isValueJump, yuanOfValue } from '../../../components/prices/price-value.ts';

/** True if the price has changed since the draft was written, to a value other than the draft's. */
export const isChangedSince = ({ before, after, now, isDeleted }: NamedPriceChange): boolean =>
  !isDeleted && !isSame(before, now) && !isSame(after, now);
const isSame = (a: PriceValue, b: PriceValue) => JSON.stringify(a) === JSON.stringify(b);

/** Warns of scheduled publications that change the same prices; '' if there are none. */
export function overlapText({ state, meets }: Pick<PriceDraftDetails, 'state' | 'meets'>): string {
  if (meets.length === 0) return '';
  const outcome =
    state === 'scheduled'
      ? '先到时的生效，后到时的不会发布；可取消定时，合并为一份'
      : '本草稿先发布的话，定时的到时就不会发布；可先取消定时，再合并为一份';
  return `定时发布的${conflictingDraftNames(meets)}也改这些价格：${outcome}。`;
}

/** `上调 3 个，下调 1 个，变动超过 50% 1 个`. */
export function summaryOf(
  changes: readonly Pick<NamedPriceChange, 'before' | 'after' | 'isDeleted'>[],
): string {
  const existing = changes.filter(({ isDeleted }) => !isDeleted);
  const amounts = existing.map(({ before, after }) => [yuanOfValue(before), yuanOfValue(after)] as const);
  const count = (isCounted: (from: number | null, to: number | null) => boolean) =>
    amounts.filter(([from, to]) => isCounted(from, to)).length;
  const counts = [
    [count((from, to) => from !== null && to !== null && to > from), '上调'],
    [count((from, to) => from !== null && to !== null && to < from), '下调'],
    [count((from, to) => from === null && to !== null), '新增'],
    [count((from, to) => from !== null && to === null), '取消'],
    [count((from, to) => from === to), '只改天数、附加费、材料或档位，或不变'],
    [existing.filter(isValueJump).length, '变动超过 50%'],
    [changes.length - existing.length, '已删除'],
  ] as const;
  return counts
    .filter(([number]) => number > 0)
    .map(([number, label]) => `${label} ${number} 个`)
    .join('，');
}
