import { useQueries } from '@tanstack/react-query';
import { costs } from '#contract/catalogue/costs.ts';
import { fetchData } from '#providers/http/http.ts';
import { COSTS } from './cost-draft.ts';
import styles from './costs.module.css';

/** The kinds that an order's cost is made of. */
const kinds = [
  { kind: 'machining', label: '加工' },
  { kind: 'option', label: '工艺选项' },
  { kind: 'material', label: '材料' },
] as const;

/** How many costs are unknown, of all kinds: one is enough for a part without a margin. */
export function CostGaps() {
  const counts = useQueries({
    queries: kinds.map(({ kind }) => ({
      queryKey: [COSTS, 'gaps', kind],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { kind, state: 'missing' as const, pageIndex: 1, pageSize: 1 };
        return (await fetchData(costs.list, { query, signal, quiet: true })).count;
      },
    })),
  });
  const gaps = kinds.flatMap(({ label }, index) => {
    const count = counts[index]?.data ?? 0;
    return count > 0 ? [`${label} ${count} 项`] : [];
  });
  if (gaps.length === 0) return null;
  return (
    <p role="status" className={styles.hint}>
      未知的成本：{gaps.join('、')}。零件用到其中任何一项，它的成本和毛利就未知，下单之后不能补上。
    </p>
  );
}
