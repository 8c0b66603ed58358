import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { formatYuan } from '#domain/money.ts';
import type { PriceReplay } from '#contract/prices/price-replays.ts';
import type { ReplayResult } from '#contract/prices/replay-result.ts';
import page from '../../components/page/page.module.css';
import { FactCards, type Fact } from '../../components/fact-cards.tsx';
import {
  changeText,
  marginText,
  percentText,
  fractionText,
  withCharges,
  type Amounts,
} from './change-texts.ts';
import { ChargeSums } from './charge-sums.tsx';
import { ExpectedOrders } from './expected-orders.tsx';
import { FigureTable } from '../../components/figure-table.tsx';
import { LostLines } from './lost-lines.tsx';
import { LostCharges } from './lost-charges.tsx';
import styles from './price-replay.module.css';
import { ReplayGroups } from './replay-groups.tsx';
import { chargeText, hasAnyCharges, trialNameOf } from './replay-texts.ts';
import { WinRates } from './win-rates.tsx';

// Loaded lazily, because recharts is larger than all the other code of this screen.
const ChangeChart = lazy(() => import('./change-chart.tsx').then((m) => ({ default: m.ChangeChart })));

interface Props {
  id: number;
  replay: PriceReplay;
  result: ReplayResult;
}

export function ReplayReport({ id, replay, result }: Props) {
  const { total } = result;
  const grandTotal = withCharges(total);
  const trialName = trialNameOf(replay);
  return (
    <>
      <FactCards heading="h2" facts={factsOf(total, grandTotal)} />
      <p className={styles.muted}>
        比较的是 {total.lines.toLocaleString()} 行零件小计，其中 {total.changedLines.toLocaleString()}{' '}
        行价格不同；
        {total.handLines > 0
          ? `人工报价 ${total.handLines.toLocaleString()} 行共 ${formatYuan(total.hand)}，金额不变；`
          : ''}
        {total.lostLines > 0 ? `${total.lostLines.toLocaleString()} 行无法计价，未计入；` : ''}
        {total.openLines > 0 ? `${total.openLines.toLocaleString()} 行当时没有价格，未计入；` : ''}
        {chargeText(total.charges, replay.filter)}
      </p>
      {hasAnyCharges(total.charges) ? (
        <ChargeSums title="零件与附加费" lines={total} charges={total.charges} trialName={trialName} />
      ) : null}
      <ReplayGroups id={id} result={result} trialName={trialName} />
      {trialName === '现价' ? null : (
        <section className={`${page.card} ${page.section}`} aria-label="变化幅度">
          <h2>变化幅度：每个订单变了多少</h2>
          <div className={styles.columns}>
            <div className={styles.chart}>
              <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
                <ChangeChart changes={result.changes} />
              </Suspense>
            </div>
            <FigureTable
              title="变化幅度"
              rows={result.changes}
              rowKey={({ label }) => label}
              columns={[
                { head: '变化', text: ({ label }) => label },
                { head: '订单', text: ({ orders }) => orders.toLocaleString() },
                { head: '现价金额', text: ({ before }) => formatYuan(before) },
              ]}
            />
          </div>
        </section>
      )}
      {total.lostLines > 0 ? <LostLines result={result} trialName={trialName} /> : null}
      {total.charges && total.charges.lostOrders > 0 ? (
        <LostCharges total={total.charges} result={result} />
      ) : null}
      {result.expectedOrders ? (
        <ExpectedOrders expected={result.expectedOrders} trialName={trialName} />
      ) : null}
      <WinRates rates={result.winRates} />
    </>
  );
}

function factsOf(total: ReplayResult['total'], grandTotal: Amounts): Fact[] {
  const { charges, costed, customers, dearerCustomers, cheaperCustomers } = total;
  const sinceSale = { before: grandTotal.paid, after: grandTotal.after };
  const facts: Fact[] = [
    [
      hasAnyCharges(charges) ? '金额合计' : '零件金额',
      formatYuan(grandTotal.after),
      `现价 ${formatYuan(grandTotal.before)}，${changeText(grandTotal)}（${percentText(grandTotal)}）`,
    ],
    [
      '与成交时相比',
      changeText(sinceSale),
      `成交 ${formatYuan(grandTotal.paid)}（${percentText(sinceSale)}）`,
    ],
    [
      '订单',
      `${total.orders.toLocaleString()} 单`,
      `变贵 ${total.dearerOrders.toLocaleString()}，变便宜 ${total.cheaperOrders.toLocaleString()}`,
    ],
    [
      '受影响客户',
      `${(dearerCustomers + cheaperCustomers).toLocaleString()} 家`,
      `共 ${customers.toLocaleString()} 家：变贵 ${dearerCustomers}，变便宜 ${cheaperCustomers}`,
    ],
  ];
  if (costed)
    facts.push([
      '毛利率',
      marginText(costed.after, costed.cost),
      `现价 ${marginText(costed.before, costed.cost)}；成本已知的占金额 ${fractionText(costed.before / grandTotal.before)}`,
    ]);
  return facts;
}
