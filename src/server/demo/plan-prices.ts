import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import { cellKey, machiningKey } from '#contract/prices/price-changes.ts';
import type { DayNumber } from '#domain/shanghai-time.ts';
import type { DraftChange } from '#server/db/schema.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';

const QUARTER_DAYS = 91;

/** A change of prices; `tags` and `options` select the changed prices. */
interface Step {
  name: string;
  reason: string;
  percent: number;
  tags?: readonly string[];
  /** Matches an option's path: 表面处理 阳极氧化 黑色. */
  options?: RegExp;
}

/** Latest first; a longer history repeats them. */
const STEPS: readonly Step[] = [
  { name: '阳极氧化外协涨价', reason: '外协厂本季起上调报价', percent: 8, options: /阳极/ },
  { name: '难加工材料上调', reason: '刀具涨价', percent: 4, tags: ['stainless', 'titanium'] },
  { name: '铝合金加工下调', reason: '新机床投产，与同行持平', percent: -3, tags: ['aluminium'] },
  { name: '检测费用上调', reason: '三坐标外检涨价', percent: 5, options: /^检验/ },
  { name: '铜与塑料上调', reason: '装夹与去毛刺工时增加', percent: 5, tags: ['copper', 'plastic'] },
  { name: '电镀外协涨价', reason: '环保限产', percent: 6, options: /镀/ },
  { name: '铝合金加工上调', reason: '人工成本年度调整', percent: 5, tags: ['aluminium'] },
  { name: '钢件加工上调', reason: '人工成本年度调整', percent: 6, tags: ['carbon_steel', 'stainless'] },
];

/** Prices that are published together. */
export interface PlannedVersion {
  name: string;
  reason: string;
  day: DayNumber;
  changes: DraftChange[];
}

type TablePriceChange = Extract<DraftChange, { kind: 'cell' | 'machining' }>;

/**
 * Plans versions of the prices, one a quarter, oldest first. Each starts from the result of the one before; the last
 * one results in the current prices of the catalogue.
 */
export function planPrices(
  catalogue: Catalogue,
  { first, last }: { first: DayNumber; last: DayNumber },
): PlannedVersion[] {
  const prices = currentPrices(catalogue);
  const versions: PlannedVersion[] = [];
  for (let day = last - QUARTER_DAYS + 1, n = 0; day > first; day -= QUARTER_DAYS, n += 1) {
    const step = STEPS[n % STEPS.length];
    if (!step) break;
    const changes = prices
      .filter(({ path }) => isAffected(step, path))
      .flatMap((price) => stepBack(price, step));
    if (changes.length > 0) versions.unshift({ name: step.name, reason: step.reason, day, changes });
  }
  return versions;
}

/** The prices before all of these versions. */
export function pricesBefore(versions: readonly PlannedVersion[]): TablePriceChange[] {
  const oldest = new Map<string, TablePriceChange>();
  for (const { changes } of versions.toReversed())
    for (const change of changes)
      if (change.kind === 'cell' || change.kind === 'machining') oldest.set(keyOf(change), change);
  return [...oldest.values()];
}

const keyOf = (change: TablePriceChange) =>
  change.kind === 'cell'
    ? cellKey(change.materialId, change.optionId)
    : machiningKey(change.deptId, change.materialTag);

/** A price of the catalogue while history is computed backwards, with its material tag, or the path to its option. */
interface PriceState {
  path: { tag: string } | { option: string };
  yuan: number;
  change: (before: number, after: number) => TablePriceChange;
}

const isAffected = ({ tags, options }: Step, path: PriceState['path']): boolean =>
  'tag' in path ? (tags?.includes(path.tag) ?? false) : (options?.test(path.option) ?? false);

/** Moves the price back before a step, rounded to ten fen, and returns the step's change; none for an unchanged price. */
function stepBack(price: PriceState, { percent }: Step): TablePriceChange[] {
  const before = Math.round((price.yuan * 10) / (1 + percent / 100)) / 10;
  if (before === price.yuan || before <= 0) return [];
  const change = price.change(before, price.yuan);
  price.yuan = before;
  return [change];
}

function currentPrices({ machiningRows, materials, tree }: Catalogue): PriceState[] {
  const paths = optionPaths(tree);
  const machining = machiningRows
    .filter(({ deptId }) => deptId === 0)
    .map(({ deptId, materialTag, price }): PriceState => ({
      path: { tag: materialTag },
      yuan: price,
      change: (before, after) => ({ kind: 'machining', deptId, materialTag, before, after }),
    }));
  const cells = [...materials.values()].flatMap(({ id: materialId, processConfig }) =>
    processConfig.map(({ id: optionId, price, time }): PriceState => ({
      path: { option: paths.get(optionId) ?? '' },
      yuan: price,
      change: (before, after) => ({
        kind: 'cell',
        materialId,
        optionId,
        before: { price: before, time },
        after: { price: after, time },
      }),
    })),
  );
  return [...machining, ...cells];
}

/** The path of names to each option, by its id. */
function optionPaths(tree: readonly ProcessTreeNode[], above = ''): Map<number, string> {
  return new Map(
    tree.flatMap(({ id, name, children }) => {
      const path = `${above} ${name}`.trim();
      return [[id, path] as const, ...optionPaths(children, path)];
    }),
  );
}
