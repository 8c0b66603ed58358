import { Skeleton } from 'antd';
import { formatYuan } from '#domain/money.ts';
import { MAX_WAITING_COUNT, today, type WaitingMaterial, type WaitingOrder } from '#contract/system/today.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { LoadError } from '../../components/page/load-error.tsx';
import { DESK_PATH, ORDERS_PATH } from '../../resources/order/order-queries.ts';
import { useAdminSession } from '../../session/session.ts';
import { FirstSteps } from './first-steps.tsx';
import { lateText, timeLeftText, replyText } from './today-texts.ts';
import styles from './today.module.css';
import { WaitingCard, type WaitingRow } from './waiting-card.tsx';

const REFRESH_MS = 60_000;

/** The work waiting for the user; polls while the page is visible. */
export function Today() {
  const { may } = useAdminSession();
  const maySeeOrders = may('mfr:order:list');
  const maySeePrices = may('mfr:price:list');
  const query = useEndpoint(today.work, { refetchInterval: REFRESH_MS });
  const work = query.data;
  if (work === undefined) {
    if (!maySeeOrders && !maySeePrices) return null;
    const extraCards = ['mfr:quote:price', 'mfr:quote:approve', 'mfr:model:acknowledge'].filter(may);
    const cardCount = (maySeeOrders ? 3 + extraCards.length : 0) + (maySeePrices ? 1 : 0);
    return (
      <section className={styles.today} aria-label="今日待办" aria-busy={!query.isError}>
        <h2>今日待办</h2>
        {query.isError ? (
          <LoadError label="待办" error={query.error} onRetry={query.refetch} />
        ) : (
          <div className={styles.cards}>
            {Array.from({ length: cardCount }, (_, index) => (
              <div key={index} className={styles.card}>
                <Skeleton active paragraph={{ rows: 4 }} />
              </div>
            ))}
          </div>
        )}
      </section>
    );
  }
  const now = new Date(query.dataUpdatedAt);
  const { orders, unpriced, steps } = work;
  const orderRow = ({ id, orderNo, customer, summary, lead }: WaitingOrder, note = ''): WaitingRow => ({
    key: id,
    title: orderNo,
    to: may('mfr:order:query') ? `${ORDERS_PATH}/${id}` : undefined,
    text: `${customer} · ${summary}`,
    lead,
    note,
  });
  const materialRow = (material: WaitingMaterial): WaitingRow => ({
    key: material.id,
    title: material.name,
    to: may('mfr:material:edit') ? `/admin/user/material/${material.id}/prices` : undefined,
    text: material.status === 'draft' ? '草稿，客户看不到' : '在售，没有价格的选项不能选',
    note: `缺 ${material.gaps} 项`,
  });
  return (
    <>
      {steps.length > 0 ? <FirstSteps work={work} onChanged={query.refetch} /> : null}
      {orders || unpriced ? (
        <section className={styles.today} aria-label="今日待办">
          <h2>今日待办</h2>
          <div className={styles.cards}>
            {orders ? (
              <>
                {orders.toPrice ? (
                  <WaitingCard
                    title="待报价"
                    count={orders.toPrice.count}
                    listUrl={DESK_PATH}
                    emptyText="没有待报价的询价"
                    rows={orders.toPrice.list.map((row) => ({
                      ...orderRow(row, replyText(row.minutesLeft)),
                      to: `${DESK_PATH}?id=${row.id}`,
                    }))}
                  />
                ) : null}
                {orders.toRelease ? (
                  <WaitingCard
                    title="报价待审批"
                    count={orders.toRelease.count}
                    countLimit={MAX_WAITING_COUNT}
                    listUrl={may('mfr:quote:price') ? `${DESK_PATH}?approval=waiting` : ORDERS_PATH}
                    emptyText="没有待审批的报价"
                    rows={orders.toRelease.list.map((row) => orderRow(row, replyText(row.minutesLeft)))}
                  />
                ) : null}
                <WaitingCard
                  title="待确认"
                  count={orders.toConfirm.count}
                  listUrl={`${ORDERS_PATH}?status=placed&createdAtOrder=asc`}
                  emptyText="没有待确认的订单"
                  rows={orders.toConfirm.list.map((row) => orderRow(row, formatYuan(row.price)))}
                />
                <WaitingCard
                  title="逾期"
                  count={orders.overdue.count}
                  listUrl={`${ORDERS_PATH}?due=overdue&promisedDateOrder=asc`}
                  emptyText="没有逾期的订单"
                  isOverdue
                  rows={orders.overdue.list.map((row) => orderRow(row, lateText(row.promisedDate, now)))}
                />
                <WaitingCard
                  title="即将过期"
                  count={orders.expiring.count}
                  countLimit={MAX_WAITING_COUNT}
                  listUrl={`${ORDERS_PATH}?due=expiring`}
                  emptyText="没有两天内过期的报价"
                  rows={orders.expiring.list.map((row) => orderRow(row, timeLeftText(row.validUntil, now)))}
                />
                {orders.openModels ? (
                  <WaitingCard
                    title="模型待核对"
                    count={orders.openModels.count}
                    countLimit={MAX_WAITING_COUNT}
                    listUrl={`${ORDERS_PATH}?models=open&createdAtOrder=asc`}
                    emptyText="没有待核对的三维模型"
                    rows={orders.openModels.list.map((row) => orderRow(row))}
                  />
                ) : null}
              </>
            ) : null}
            {unpriced ? (
              <WaitingCard
                title="缺价"
                count={unpriced.count}
                unit="种"
                listUrl="/admin/table"
                emptyText="材料都有价格"
                rows={unpriced.list.map(materialRow)}
              />
            ) : null}
          </div>
        </section>
      ) : null}
    </>
  );
}
