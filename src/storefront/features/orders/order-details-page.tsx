import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Redirect } from 'wouter';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { useOrderRoute } from '#storefront/app/order-route.ts';
import { paths } from '#storefront/app/paths.ts';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { hasChoices, OrderChoices } from './moves/order-choices.tsx';
import styles from './order-details-page.module.css';
import { OrderFacts } from './order-facts.tsx';
import { OrderHeading } from './order-heading.tsx';
import { OrderItems } from './order-items.tsx';
import { orderDetailsQuery } from './order-query.ts';
import { canAmend } from './order-permissions.ts';
import { OrderRevisions } from './order-revisions.tsx';
import { lazyComponent } from '#storefront/ui/lazy-component.tsx';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { RevisionDetails } from './revision-details.tsx';

/** Lazy, so that parts and prices do not wait for the conversation. */
const OrderMessages = lazyComponent(
  async () => (await import('./messages/order-messages.tsx')).OrderMessages,
);

/** The order page: parts, explained prices, dates and history. */
export function OrderDetailsPage() {
  const route = useOrderRoute();
  if (!route) return <Redirect to={paths.notFound} replace />;
  const { orderId, revision } = route;
  return (
    <div className={page.page}>
      <Suspense fallback={<DetailsSkeleton />}>
        {revision === undefined ? (
          <Details orderId={orderId} />
        ) : (
          <RevisionDetails key={revision} orderId={orderId} revision={revision} />
        )}
      </Suspense>
    </div>
  );
}

function Details({ orderId }: { orderId: number }) {
  const { data: order } = useSuspenseQuery(orderDetailsQuery(orderId));
  usePageTitle(order ? `${order.status === 'requested' ? '询价' : '订单'} ${order.orderNo}` : '订单');
  if (!order) return <Redirect to={paths.notFound} replace />;
  return <OrderDetails key={order.revision} order={order} />;
}

/** Holds the chosen alternatives; remounted for each revision, because each has its own. */
function OrderDetails({ order }: { order: OrderWithExt }) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  return (
    <>
      <OrderHeading order={order} chosen={chosen} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {hasChoices(order) && <OrderChoices order={order} chosen={chosen} onChange={setChosen} />}
          <OrderItems
            items={order.items}
            files={order.files}
            models={order.models}
            charges={order.charges}
            price={order.price}
            totalLabel={
              (order.status === 'requested' && !order.keepsQuotation) || order.isReference ? '参考价' : '合计'
            }
            hasNonStandardLead={order.lead !== undefined}
            amendableOrder={canAmend(order) ? order : undefined}
          />
          <OrderMessages order={order} />
        </div>
        <div className={styles.side}>
          <OrderTimeline order={order} />
          <OrderRevisions order={order} />
          <OrderFacts order={order} />
        </div>
      </div>
    </>
  );
}

function DetailsSkeleton() {
  return (
    <SkeletonGroup>
      <div className={page.card}>
        <Skeleton width="min(320px, 100%)" height="56px" />
      </div>
      <div className={styles.columns}>
        <div className={page.card}>
          <Skeleton height="360px" />
        </div>
        <div className={page.card}>
          <Skeleton height="280px" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
