import type { CostChange, CostRow } from '#contract/catalogue/costs.ts';
import { marginOfYuan, type Margin } from '#domain/pricing/margin.ts';
import { parseYuanInput } from '../../components/prices/price-input.tsx';

/** The first element of every query key of costs. */
export const COSTS = 'costs';

/** The entered texts by `keyOf`, with the rows that they change, including rows on other pages. */
export type CostDraft = Readonly<Record<string, { row: CostRow; text: string }>>;

type CostKey = Pick<CostRow, 'kind' | 'materialTag' | 'materialId' | 'optionId'>;

export const keyOf = ({ kind, materialTag, materialId, optionId }: CostKey): string =>
  `${kind}/${materialTag}/${materialId}/${optionId}`;

/** Whether costs of this kind belong to a price, so that they can be filled with a percentage of it. */
export const hasPrice = (kind: CostRow['kind']): kind is 'machining' | 'option' =>
  kind === 'machining' || kind === 'option';

/** An empty text means that the cost is unknown. */
export const parseCost = (text: string) => parseYuanInput(text, '成本');

/** The changes to save, and whether an input is invalid. */
export function changesOf(draft: CostDraft): { changes: CostChange[]; hasProblem: boolean } {
  const changes: CostChange[] = [];
  let hasProblem = false;
  for (const { row, text } of Object.values(draft)) {
    const parsed = parseCost(text);
    if ('problem' in parsed) hasProblem = true;
    else if (parsed.yuan !== row.cost) {
      const { kind, materialTag, materialId, optionId, cost: before } = row;
      changes.push({ kind, materialTag, materialId, optionId, before, after: parsed.yuan });
    }
  }
  return { changes, hasProblem };
}

/** The margin of a price without quantity discount; undefined if the price or the cost is missing. */
export function marginOf(price: number | null, cost: number | null): Margin | undefined {
  return price === null || cost === null || price === 0 ? undefined : marginOfYuan(price, cost);
}
