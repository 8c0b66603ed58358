import type { ReplayResult } from '#contract/prices/replay-result.ts';
import page from '../../components/page/page.module.css';
import { FigureTable } from '../../components/figure-table.tsx';
import styles from './price-replay.module.css';

interface Props {
  expected: NonNullable<ReplayResult['expectedOrders']>;
  trialName: string;
}

type Estimate = NonNullable<Props['expected']['estimate']>['change'];

const countText = (orders: number) => orders.toLocaleString('zh-CN', { maximumFractionDigits: 1 });
const signedText = (orders: number) => {
  const size = countText(Math.abs(orders));
  return size === '0' ? size : `${orders > 0 ? '+' : '−'}${size}`;
};

/** Estimates the number of orders at the trial prices from the win rates by price level. */
export function ExpectedOrders({ expected, trialName }: Props) {
  const { estimate, quotations, moved, unknown, unpriced } = expected;
  const row = (name: string, values: Estimate | undefined, text: (orders: number) => string) => ({
    name,
    orders: values ? text(values.orders) : '数据不足',
    interval: values ? `${text(values.low)} 至 ${text(values.high)}` : '—',
  });
  return (
    <section className={`${page.card} ${page.section}`} aria-label="预计订单数">
      <h2>预计订单数：按各价格档的成交率</h2>
      <FigureTable
        title="预计订单数"
        rows={[
          row('现价', estimate?.before, countText),
          row(trialName, estimate?.after, countText),
          row('变化', estimate?.change, signedText),
        ]}
        rowKey={({ name }) => name}
        columns={[
          { head: '价格', text: ({ name }) => name },
          { head: '订单', text: ({ orders }) => orders },
          { head: '90% 区间', text: ({ interval }) => interval },
        ]}
      />
      <p className={styles.muted}>
        期间内已有结果的 {quotations.toLocaleString()} 份报价，按“{trialName} ÷
        现价”移到新的价格档，再用该档的成交率推算；{moved.toLocaleString()} 份会换档，留在原档的视为不变。
        {unknown > 0 ? `${unknown.toLocaleString()} 份所在或将到的价格档不足 200 份，未计入。` : ''}
        {unpriced > 0 ? `${unpriced.toLocaleString()} 份无法计价或附加费缺少依据，未计入。` : ''}
        {estimate ? '' : '可比的报价不足 200 份，或换档的报价有一成以上没有可比的价格档，不给出数字。'}
      </p>
      <p className={styles.muted}>
        这是相关，不是因果：不同价格档的零件和客户本来就不同。区间只反映各档成交率的抽样误差，不含市场、竞争对手和客户对涨价的反应。
      </p>
    </section>
  );
}
