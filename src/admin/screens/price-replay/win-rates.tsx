import { useState } from 'react';
import { Segmented } from 'antd';
import { comparisonLabels, levelText } from '#domain/replay/price-level-text.ts';
import type { ReplayResult } from '#contract/prices/replay-result.ts';
import page from '../../components/page/page.module.css';
import { useDictLabel } from '../../field-types/dict-options.ts';
import { fractionText } from './change-texts.ts';
import { FigureTable } from '../../components/figure-table.tsx';
import styles from './price-replay.module.css';

const GROUPINGS = ['formula', 'target', 'values', 'tags'] as const;
type Grouping = (typeof GROUPINGS)[number];
const groupingLabels = {
  ...comparisonLabels,
  values: '订单金额',
  tags: '材料分类',
} as const satisfies Record<Grouping, string>;

const rowsOf = (rates: ReplayResult['winRates'], grouping: Grouping): ReplayResult['winRates']['values'] =>
  grouping === 'values' || grouping === 'tags'
    ? rates[grouping]
    : rates[grouping].map((level) => ({ ...level, key: String(level.from), label: levelText(level) }));

/** The share of quotations that became orders, by price level, amount and material tag. */
export function WinRates({ rates }: { rates: ReplayResult['winRates'] }) {
  const [grouping, setGrouping] = useState<Grouping>('formula');
  const labelOf = useDictLabel('refusal_reason');
  const refusalsText = rates.refusals
    .map(({ reason, count }) => `${reason === '' ? '未说明' : labelOf(reason)} ${count}`)
    .join('，');
  return (
    <section className={`${page.card} ${page.section}`} aria-label="成交率">
      <h2>成交率：价格水平、订单金额与材料</h2>
      <Segmented<Grouping>
        aria-label="成交率的分组"
        className={styles.groupings}
        value={grouping}
        options={GROUPINGS.map((value) => ({ value, label: groupingLabels[value] }))}
        onChange={setGrouping}
      />
      <FigureTable
        title={`成交率，${groupingLabels[grouping]}`}
        rows={rowsOf(rates, grouping)}
        rowKey={({ key }) => key}
        columns={[
          { head: groupingLabels[grouping], text: ({ label }) => label },
          {
            head: '报价',
            text: ({ won, refused, expired }) => (won + refused + expired).toLocaleString(),
          },
          { head: '成交', text: ({ won }) => won.toLocaleString() },
          { head: '未接受', text: (row) => row.refused.toLocaleString() },
          { head: '过期', text: ({ expired }) => expired.toLocaleString() },
          { head: '成交率', text: ({ rate }) => (rate ? fractionText(rate.share) : '数据不足') },
          {
            head: '90% 区间',
            text: ({ rate }) => (rate ? `${fractionText(rate.low)}–${fractionText(rate.high)}` : '—'),
          },
        ]}
      />
      {grouping === 'tags' ? (
        <p className={styles.muted}>一份报价含几种材料分类时，在每种里各计一次。</p>
      ) : null}
      <p className={styles.muted}>
        统计同一期间和筛选内已有结果的报价（人工报价，或客户自己保存的报价）：后来下单、客户不接受，或到期未答复。直接下单、没有报价就取消的询价，以及我方取消的报价不计。
      </p>
      <p className={styles.muted}>
        每档不足 200 份时不给出比例。
        {rates.withoutFormula > 0
          ? `另有 ${rates.withoutFormula} 份含公式无法计价的零件，未按公式价分档。`
          : ''}
        {refusalsText === '' ? '' : `未成交的原因：${refusalsText}。`}
      </p>
      <p className={styles.muted}>
        相关不等于因果：报高价的往往是难做或急要的零件，客户也不同，所以这里看不出“涨价 5%
        会少多少单”。客户没有询价就离开、在别处下单、或只是比价，都不在数据里。
      </p>
    </section>
  );
}
