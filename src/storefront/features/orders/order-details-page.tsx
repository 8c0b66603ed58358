import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Redirect, useParams } from 'wouter';
import type { OrderWithExt } from '#contract/orders.ts';
import { useOrderStatus } from '#storefront/app/dict-options.ts';
import { idFromAddress, paths } from '#storefront/app/paths.ts';
import { ButtonLink } from '#storefront/ui/button.tsx';
import { dateText, timeText } from '#storefront/ui/moment.ts';
import { Money } from '#storefront/ui/money.tsx';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { Tag } from '#storefront/ui/tag.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { DetailsSkeleton } from './details-skeleton.tsx';
import styles from './order-details-page.module.css';
import { OrderFacts } from './order-facts.tsx';
import { OrderItems } from './order-items.tsx';
import { orderDetailsQuery } from './order-query.ts';
import { OrderTimeline } from './order-timeline.tsx';

/** One order: what, how much, when, why that price, and what has happened to it. */
export function OrderDetailsPage() {
  const orderId = idFromAddress(useParams()['orderId']);
  if (orderId === undefined) return <Redirect to={paths.notFound} replace />;
  return (
    <div className={page.page}>
      <Suspense fallback={<DetailsSkeleton />}>
        <Details orderId={orderId} />
      </Suspense>
    </div>
  );
}

function Details({ orderId }: { orderId: number }) {
  const { data: order } = useSuspenseQuery(orderDetailsQuery(orderId));
  usePageTitle(order ? `订单 ${order.orderNo}` : '订单');
  if (!order) return <Redirect to={paths.notFound} replace />;
  return (
    <>
      <Heading order={order} />
      <div className={styles.columns}>
        <OrderItems items={order.items} price={order.price} />
        <div className={styles.side}>
          <OrderTimeline order={order} />
          <OrderFacts order={order} />
        </div>
      </div>
    </>
  );
}

function Heading({ order }: { order: OrderWithExt }) {
  const { label, listClass } = useOrderStatus()(order.status);
  const cancel = order.moves.find(({ to }) => to === 'cancelled');
  return (
    <header className={page.card}>
      <div className={styles.heading}>
        <div>
          <h1 className={styles.title}>
            {order.orderNo}
            <Tag label={label} tone={listClass} />
            {order.isExpired && <Tag label="已过期" tone="orange" />}
            {order.revision > 1 && <Tag label={`第 ${order.revision} 版`} />}
          </h1>
          <p className={page.muted}>
            {order.itemCount} 种 {order.pieceCount} 件 · {timeText(order.createdAt)} 创建
          </p>
        </div>
        <dl className={styles.figures}>
          <div>
            <dt>合计</dt>
            <dd>
              <Money yuan={order.price} className={styles.total} />
            </dd>
          </div>
          {order.status !== 'cancelled' && (
            <div>
              <dt>预计发货</dt>
              <dd>{dateText(order.promisedDate)}</dd>
            </div>
          )}
          {order.status === 'quoted' && (
            <div>
              <dt>有效期至</dt>
              <dd>{dateText(order.validUntil)}</dd>
            </div>
          )}
        </dl>
        <div className={page.actions}>
          <ButtonLink to={paths.quotation(order.id)}>报价单</ButtonLink>
          <ButtonLink to={paths.quoteOrder(order.id)}>
            {order.isExpired ? '按最新价格重新报价' : '再次报价'}
          </ButtonLink>
          {cancel && <CancelOrder order={order} needsReason={cancel.needsReason} />}
        </div>
      </div>
      {order.isExpired && (
        <p role="note" className={styles.expired}>
          此报价已于 {dateText(order.validUntil)} 过期，不能再提交订单，请按最新价格重新报价。
        </p>
      )}
    </header>
  );
}
