import { useId } from 'react';
import { Link } from 'wouter';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { paths } from '#storefront/app/paths.ts';
import { dateText, timeText } from '#domain/shanghai-time.ts';
import { formatYuan } from '#domain/money.ts';
import { wasOffered } from '#domain/orders/was-offered.ts';
import page from '#storefront/ui/page.module.css';
import { Tag } from '#storefront/ui/tag.tsx';
import styles from './order-revisions.module.css';

interface OrderRevisionsProps {
  order: Pick<OrderWithExt, 'id' | 'revisions' | 'status' | 'history'>;
  /** The displayed revision, unless it is the current one. */
  displayedRevision?: number;
}

/** All revisions of a quotation, newest first, with links to parts and documents. */
export function OrderRevisions({ order, displayedRevision }: OrderRevisionsProps) {
  const { id, revisions } = order;
  const headingId = useId();
  if (revisions.length < 2) return null;
  return (
    <section className={page.card} aria-labelledby={headingId}>
      <h2 id={headingId}>版本</h2>
      <ol className={styles.list}>
        {revisions.toReversed().map(({ revision, price, createdAt, validUntil, isCurrent }) => (
          <li key={revision} aria-current={revision === displayedRevision || undefined}>
            <p className={styles.info}>
              <strong>第 {revision} 版</strong> {formatYuan(price)}
              {!isCurrent && <Tag label="已被取代" tone="gold" />}
            </p>
            <p className={page.meta}>
              {timeText(createdAt)} 保存{wasOffered(order, revision) && `，有效期至 ${dateText(validUntil)}`}
            </p>
            <p className={styles.links}>
              <Link to={isCurrent ? paths.orderDetails(id) : paths.orderDetails(id, revision)}>
                第 {revision} 版零件
              </Link>
              {wasOffered(order, revision) && (
                <Link to={paths.quotation(id, revision)}>第 {revision} 版报价单</Link>
              )}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
