import { costs, type CostRow } from '#contract/catalogue/costs.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { COSTS } from './cost-draft.ts';
import styles from './costs.module.css';

/** How many costs of a kind are unknown, as a text; none when there are none. */
function useGaps(kind: CostRow['kind'], label: string): string[] {
  const { data } = useEndpoint(costs.list, {
    query: { kind, state: 'missing', pageIndex: 1, pageSize: 1 },
    queryKey: [COSTS, 'gaps', kind],
  });
  return data && data.count > 0 ? [`${label} ${data.count} 项`] : [];
}

/** How many costs are unknown, of all kinds: one is enough for a part without a margin. */
export function CostGaps() {
  const gaps = [
    ...useGaps('machining', '加工'),
    ...useGaps('option', '工艺选项'),
    ...useGaps('material', '材料'),
  ];
  if (gaps.length === 0) return null;
  return (
    <p role="status" className={styles.hint}>
      未知的成本：{gaps.join('、')}。零件用到其中任何一项，它的成本和毛利就未知，下单之后不能补上。
    </p>
  );
}
