import { Link } from 'react-router';
import { Empty } from 'antd';
import { dashboards, type DeliveryFigures } from '#contract/system/dashboards.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';
import { useOrderStatus } from '../../resources/order/order-status-options.ts';
import { ChartCard } from './chart-card.tsx';
import { RankChart, TrendChart } from './charts.ts';
import cards from '../../components/fact-cards.module.css';
import styles from './dashboard.module.css';
import { DashboardFrame } from './dashboard-frame.tsx';
import { Figure } from './figure.tsx';
import { figureText } from './figure-texts.ts';
import { LeadShares } from './lead-shares.tsx';
import { useOrdersUrl, usePeriodFilter } from './order-links.ts';
import { WaitingFigures } from './waiting-figures.tsx';
import { FigureTable, type Column } from '../../components/figure-table.tsx';
import page from '../../components/page/page.module.css';
import { Tag } from '../../field-types/tag.tsx';

export function DeliveryScreen() {
  return (
    <DashboardFrame
      title="交付看板"
      queryOf={(period) => endpointQuery(dashboards.delivery, { query: period })}
      figureCount={6}
      chartCount={2}
      hasTable
    >
      {(figures) => <Delivery figures={figures} />}
    </DashboardFrame>
  );
}

function Delivery({ figures }: { figures: DeliveryFigures }) {
  const { byStatus, days, urgent, byLead } = figures;
  const statusOf = useOrderStatus();
  const ordersUrl = useOrdersUrl();
  const shippedProps = { basis: figures.shipped, to: ordersUrl({ shippedAt: usePeriodFilter() }) };
  return (
    <>
      <div className={cards.figures}>
        <Figure
          label="已逾期"
          kind="orders"
          figure={figures.overdue}
          note="现在，承诺发货日已过"
          to={ordersUrl({ due: 'overdue' })}
        />
        <Figure
          label="本周到期"
          kind="orders"
          figure={figures.dueThisWeek}
          note="现在，今天至周日"
          to={ordersUrl({ due: 'week' })}
        />
        <Figure
          label="已发货"
          kind="orders"
          figure={figures.shipped}
          better="more"
          note="按实际发货日计"
          to={shippedProps.to}
        />
        <Figure
          label="准时率"
          kind="share"
          figure={figures.onTime}
          better="more"
          // The share does not include overdue orders that have not shipped.
          note={
            figures.overdue > 0 ? `按已发货的订单计；另有 ${figures.overdue} 单逾期未发` : '按已发货的订单计'
          }
          {...shippedProps}
        />
        <Figure
          label="平均承诺天数"
          kind="days"
          figure={figures.promisedDays}
          better="less"
          {...shippedProps}
        />
        <Figure
          label="平均实际天数"
          kind="days"
          figure={figures.actualDays}
          better="less"
          {...shippedProps}
        />
      </div>
      <div className={styles.cards}>
        <ChartCard
          title="订单状态（现在）"
          unit="单"
          rows={byStatus}
          rowKey={({ status }) => status}
          isEmpty={byStatus.every(({ count }) => count === 0)}
          columns={[
            { head: '状态', text: statusLink },
            { head: '订单', text: ({ count }) => figureText('orders', count) },
            { head: '金额', text: ({ amount }) => figureText('yuan', amount) },
          ]}
        >
          <RankChart
            label="订单"
            kind="orders"
            rows={byStatus.map(({ status, count }) => ({ name: statusOf(status).label, value: count }))}
          />
        </ChartCard>
        <ChartCard
          title="每日到期与发货"
          unit="单"
          rows={days}
          rowKey={({ day }) => day}
          isEmpty={days.every(({ due, shipped }) => due + shipped === 0)}
          columns={[
            { head: '日期', text: ({ day }) => day },
            { head: '到期', text: ({ due }) => figureText('orders', due) },
            { head: '发货', text: ({ shipped }) => figureText('orders', shipped) },
            { head: '其中晚发', text: ({ late }) => figureText('orders', late) },
          ]}
        >
          <TrendChart
            days={days}
            series={[
              { key: 'shipped', label: '发货', kind: 'orders', shape: 'bar', color: 'primary' },
              { key: 'late', label: '其中晚发', kind: 'orders', shape: 'bar', color: 'danger' },
              { key: 'due', label: '到期', kind: 'orders', shape: 'line', color: 'info' },
            ]}
          />
        </ChartCard>
      </div>
      {byLead ? <LeadShares rows={byLead} /> : null}
      <UrgentOrders orders={urgent} />
      <WaitingFigures />
    </>
  );
}

const statusLink = ({ status }: DeliveryFigures['byStatus'][number]) => <StatusLink status={status} />;

function StatusLink({ status }: { status: string }) {
  return <Link to={`/admin/user/order?status=${status}`}>{useOrderStatus()(status).label}</Link>;
}

function UrgentOrders({ orders }: { orders: DeliveryFigures['urgent'] }) {
  return (
    <section className={`${page.card} ${styles.card}`} aria-label="最紧急的订单">
      <h2>最紧急的订单（现在）</h2>
      {orders.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有待交付的订单" />
      ) : (
        <FigureTable title="最紧急的订单" rows={orders} rowKey={({ id }) => id} columns={columns} isShort />
      )}
    </section>
  );
}

const columns: Column<DeliveryFigures['urgent'][number]>[] = [
  { head: '订单编号', text: ({ id, orderNo }) => <Link to={`/admin/user/order/${id}`}>{orderNo}</Link> },
  {
    head: '剩余',
    text: ({ daysLeft }) => (
      <span data-mood={daysLeft < 0 ? 'bad' : undefined}>{daysLeftText(daysLeft)}</span>
    ),
  },
  { head: '承诺发货日', text: ({ promisedDate }) => promisedDate },
  { head: '状态', text: ({ status }) => <StatusName status={status} />, isText: true },
  {
    head: '内容',
    text: ({ summary, lead }) => (
      <span className={styles.parts}>
        {lead === undefined ? null : <Tag color="blue">{lead}</Tag>} {summary}
      </span>
    ),
    isText: true,
  },
];

function StatusName({ status }: { status: string }) {
  return useOrderStatus()(status).label;
}

function daysLeftText(daysLeft: number): string {
  if (daysLeft < 0) return `逾期 ${-daysLeft} 天`;
  return daysLeft === 0 ? '今天' : `${daysLeft} 天`;
}
