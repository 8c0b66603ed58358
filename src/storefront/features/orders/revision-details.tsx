import { useSuspenseQueries } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { formatYuan } from '#domain/money.ts';
import { paths } from '#storefront/app/paths.ts';
import { ButtonLink } from '#storefront/ui/button.tsx';
import { LEAD_LABEL } from '#domain/lead/lead-class.ts';
import { dateText, timeText } from '#domain/shanghai-time.ts';
import { wasOffered } from '#domain/orders/was-offered.ts';
import { Facts } from '#storefront/ui/facts.tsx';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { Tag } from '#storefront/ui/tag.tsx';
import styles from './order-details-page.module.css';
import { OrderItems } from './order-items.tsx';
import { orderDetailsQuery, revisionQuery } from './order-query.ts';
import { OrderRevisions } from './order-revisions.tsx';

/** A past revision of a quotation. */
export function RevisionDetails({ orderId, revision }: { orderId: number; revision: number }) {
  const [{ data: order }, { data: details }] = useSuspenseQueries({
    queries: [orderDetailsQuery(orderId), revisionQuery(orderId, revision)],
  });
  usePageTitle(order ? `报价 ${order.orderNo} 第 ${revision} 版` : '报价');
  if (!order || !details) return <Redirect to={paths.notFound} replace />;
  return (
    <>
      <header className={page.card}>
        <div className={styles.heading}>
          <div>
            <h1 className={styles.title}>
              {details.orderNo} 第 {revision} 版{!details.isCurrent && <Tag label="已被取代" tone="gold" />}
            </h1>
            <p className={page.muted}>{timeText(details.createdAt)} 保存</p>
          </div>
          <Facts
            className={styles.figures}
            facts={[
              ['合计', formatYuan(details.price)],
              [LEAD_LABEL, details.lead?.name],
              ['有效期至', dateText(details.validUntil)],
            ]}
          />
          <div className={page.actions}>
            <ButtonLink to={paths.orderDetails(orderId)}>查看最新版本</ButtonLink>
            {wasOffered(order, revision) && (
              <ButtonLink to={paths.quotation(orderId, revision)}>报价单</ButtonLink>
            )}
          </div>
        </div>
      </header>
      <div className={styles.columns}>
        <OrderItems
          items={details.items}
          files={details.files}
          models={details.models}
          charges={details.charges}
          price={details.price}
          hasNonStandardLead={details.lead !== undefined}
        />
        <div className={styles.side}>
          <OrderRevisions order={order} displayedRevision={revision} />
        </div>
      </div>
    </>
  );
}
