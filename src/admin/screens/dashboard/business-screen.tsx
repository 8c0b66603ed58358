import { Link } from 'react-router';
import { dashboards, type BusinessFigures } from '#contract/system/dashboards.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';
import { ChartCard } from './chart-card.tsx';
import { RankChart, TrendChart } from './charts.ts';
import cards from '../../components/fact-cards.module.css';
import styles from './dashboard.module.css';
import { DashboardFrame } from './dashboard-frame.tsx';
import { Figure } from './figure.tsx';
import { figureText } from './figure-texts.ts';
import { useOrdersUrl, usePeriodFilter, type OrderFilters } from './order-links.ts';
import { MarginFigures } from './margin-figures.tsx';
import { RequestFigures } from './request-figures.tsx';

export function BusinessScreen() {
  return (
    <DashboardFrame
      title="经营看板"
      queryOf={(period) => endpointQuery(dashboards.business, { query: period })}
      figureCount={5}
      chartCount={4}
    >
      {(figures) => <Business figures={figures} />}
    </DashboardFrame>
  );
}

/** A name that links to its orders in the period. */
function OrdersLink({ filters, name }: { filters: OrderFilters; name: string }) {
  const to = useOrdersUrl()({ ...filters, placedAt: usePeriodFilter(), sold: 'yes' });
  return to === undefined ? name : <Link to={to}>{name}</Link>;
}

const materialLink = ({ materialName }: BusinessFigures['topMaterials'][number]) => (
  <OrdersLink filters={{ materialName }} name={materialName} />
);

/** No link for customers without a company (`deptId` 0). */
const companyLink = ({ deptId, deptName }: BusinessFigures['topCustomers'][number]) =>
  deptId === 0 ? deptName : <OrdersLink filters={{ deptId }} name={deptName} />;

function Business({ figures }: { figures: BusinessFigures }) {
  const { days, topMaterials, topCustomers } = figures;
  const period = usePeriodFilter();
  const ordersUrl = useOrdersUrl();
  const placedProps = {
    better: 'more',
    note: '按下单日计，不含已取消',
    to: ordersUrl({ placedAt: period, sold: 'yes' }),
  } as const;
  const hasDays = days.some(({ quotations, orders }) => quotations + orders > 0);
  return (
    <>
      <div className={cards.figures}>
        <Figure
          label="报价"
          kind="orders"
          figure={figures.quotations}
          better="more"
          note="按创建日计"
          to={ordersUrl({ createdAt: period })}
        />
        <Figure label="订单" kind="orders" figure={figures.orders} {...placedProps} />
        <Figure label="成交金额" kind="yuan" figure={figures.amount} {...placedProps} />
        <Figure label="下单客户" kind="people" figure={figures.customers} {...placedProps} />
        <Figure
          label="转化率"
          kind="share"
          figure={figures.conversion}
          basis={figures.quotations}
          better="more"
          note="本期创建的报价中至今已下单的占比"
          to={ordersUrl({ createdAt: period, sold: 'yes' })}
        />
      </div>
      <div className={styles.cards}>
        <ChartCard
          title="每日报价与订单"
          unit="单"
          rows={days}
          rowKey={({ day }) => day}
          isEmpty={!hasDays}
          columns={[
            { head: '日期', text: ({ day }) => day },
            { head: '报价', text: ({ quotations }) => figureText('orders', quotations) },
            { head: '订单', text: ({ orders }) => figureText('orders', orders) },
            {
              head: '当日报价的转化率',
              text: ({ quotations, won }) => (quotations === 0 ? '—' : figureText('share', won / quotations)),
            },
          ]}
        >
          <TrendChart
            days={days}
            series={[
              { key: 'quotations', label: '报价', kind: 'orders', shape: 'bar', color: 'line-strong' },
              { key: 'orders', label: '订单', kind: 'orders', shape: 'bar', color: 'primary' },
            ]}
          />
        </ChartCard>
        <ChartCard
          title="每日成交金额"
          unit="元"
          rows={days}
          rowKey={({ day }) => day}
          isEmpty={days.every(({ amount }) => amount === 0)}
          columns={[
            { head: '日期', text: ({ day }) => day },
            { head: '成交金额', text: ({ amount }) => figureText('yuan', amount) },
          ]}
        >
          <TrendChart
            days={days}
            series={[{ key: 'amount', label: '成交金额', kind: 'yuan', shape: 'line', color: 'primary' }]}
          />
        </ChartCard>
        <ChartCard
          title="材料排行"
          unit="元"
          rows={topMaterials}
          rowKey={({ materialName }) => materialName}
          isEmpty={topMaterials.length === 0}
          columns={[
            { head: '材料', text: materialLink },
            { head: '订单', text: ({ orders }) => figureText('orders', orders) },
            { head: '件数', text: ({ pieces }) => figureText('pieces', pieces) },
            { head: '金额', text: ({ amount }) => figureText('yuan', amount) },
          ]}
        >
          <RankChart
            label="金额"
            kind="yuan"
            rows={topMaterials.map(({ materialName, amount }) => ({ name: materialName, value: amount }))}
          />
        </ChartCard>
        <ChartCard
          title="客户排行"
          unit="元"
          rows={topCustomers}
          rowKey={({ deptName }) => deptName}
          isEmpty={topCustomers.length === 0}
          columns={[
            { head: '公司', text: companyLink },
            { head: '订单', text: ({ orders }) => figureText('orders', orders) },
            { head: '金额', text: ({ amount }) => figureText('yuan', amount) },
          ]}
        >
          <RankChart
            label="金额"
            kind="yuan"
            rows={topCustomers.map(({ deptName, amount }) => ({ name: deptName, value: amount }))}
          />
        </ChartCard>
      </div>
      <MarginFigures />
      <RequestFigures />
    </>
  );
}
