import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { MIN_SHIPPED, type DeliveryFigures } from '#contract/system/dashboards.ts';
import { LEAD_LABEL } from '#domain/lead/lead-class.ts';
import { FigureTable } from '../../components/figure-table.tsx';
import page from '../../components/page/page.module.css';
import { RankChart } from './charts.ts';
import styles from './dashboard.module.css';
import { figureText } from './figure-texts.ts';

type Row = NonNullable<DeliveryFigures['byLead']>[number];

const TITLE = '各交期档位的准时率';

/** On-time shares by lead class: the chart shows the classes with enough orders, the table shows all. */
export function LeadShares({ rows }: { rows: readonly Row[] }) {
  const rowsWithShare = rows.flatMap(({ name, onTime }) =>
    onTime === null ? [] : [{ name, value: onTime }],
  );
  return (
    <section className={`${page.card} ${styles.card}`} aria-label={TITLE}>
      <header className={styles.cardHead}>
        <h2>{TITLE}</h2>
        <small className={styles.muted}>按本期已发货的订单计</small>
      </header>
      <div className={styles.columns}>
        {rowsWithShare.length > 0 ? (
          <div className={styles.shortChart}>
            <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 4, width: '100%' }} />}>
              <RankChart label="准时率" kind="share" rows={rowsWithShare} />
            </Suspense>
          </div>
        ) : null}
        <FigureTable
          title={TITLE}
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            { head: LEAD_LABEL, text: ({ name }) => name },
            { head: '已发货', text: ({ shipped }) => figureText('orders', shipped) },
            { head: '其中晚发', text: ({ late }) => figureText('orders', late) },
            {
              head: '准时率',
              text: ({ onTime }) => (onTime === null ? '数据不足' : figureText('share', onTime)),
            },
          ]}
        />
      </div>
      {rows.length > rowsWithShare.length ? (
        <p className={styles.muted}>数据不足：本期发货不到 {MIN_SHIPPED} 单，不计算准时率。</p>
      ) : null}
    </section>
  );
}
