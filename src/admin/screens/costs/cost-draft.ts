import type { CostChange, CostRow } from '#contract/catalogue/costs.ts';
import { wireMargin, type Margin } from '#domain/pricing/margin.ts';
import { readYuan } from '../../components/prices/price-input.tsx';

/** The first part of the query keys of costs. */
export const COSTS = 'costs';

/** What was typed for a cost, and the row as it was then. */
interface DraftCost {
  row: CostRow;
  text: string;
}

/** By `keyOf`; also of rows on other pages. */
export type CostDraft = Readonly<Record<string, DraftCost>>;

export const keyOf = ({ kind, materialTag, materialId, optionId }: CostRow): string =>
  `${kind}/${materialTag}/${materialId}/${optionId}`;

/** Reads a typed cost; empty is unknown. */
export const readCost = (text: string) => readYuan(text, '成本');

/** The changes against what was there when they were typed, and whether one cannot be read. */
export function changesOf(draft: CostDraft): { changes: CostChange[]; hasProblem: boolean } {
  const changes: CostChange[] = [];
  let hasProblem = false;
  for (const { row, text } of Object.values(draft)) {
    const read = readCost(text);
    if ('problem' in read) hasProblem = true;
    else if (read.yuan !== row.cost) {
      const { kind, materialTag, materialId, optionId, cost: before } = row;
      changes.push({ kind, materialTag, materialId, optionId, before, after: read.yuan });
    }
  }
  return { changes, hasProblem };
}

/** The margin of a price before the quantity takes its share; undefined without either. */
export function marginShare(price: number | null, cost: number | null): Margin | undefined {
  return price === null || cost === null || price === 0 ? undefined : wireMargin(price, cost);
}
