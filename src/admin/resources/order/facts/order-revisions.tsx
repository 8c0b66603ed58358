import { Alert, Collapse, Skeleton } from 'antd';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { formatYuan } from '#domain/money.ts';
import { wasOffered } from '#domain/orders/was-offered.ts';
import { useEndpoint } from '../../../calls/use-endpoint.ts';
import { Tag } from '../../../field-types/tag.tsx';
import { dateText, timeText } from '#domain/shanghai-time.ts';
import { quotationUrl, revisionQuery } from '../order-queries.ts';
import styles from '../order.module.css';
import { revisionChanges } from './revision-changes.ts';

/** The revisions of the quotation, newest first; expanding one loads its changes. */
export function OrderRevisions({ order }: { order: OrderWithExt }) {
  const { id, revisions } = order;
  if (revisions.length < 2) return null;
  return (
    <section className={styles.section} aria-labelledby="order-revisions">
      <h2 id="order-revisions">报价版本</h2>
      <Collapse
        items={revisions
          .toReversed()
          .map(({ revision, price, userName, createdAt, validUntil, isCurrent }) => ({
            key: revision,
            label: (
              <span className={styles.itemHead}>
                <span>
                  第 {revision} 版 {isCurrent ? <Tag color="green">当前</Tag> : null}
                  <small className={styles.muted}>
                    {' '}
                    {userName} · {timeText(createdAt)} ·{' '}
                    {wasOffered(order, revision) ? `有效期至 ${dateText(validUntil)}` : '询价'}
                  </small>
                </span>
                <span className={styles.amount}>{formatYuan(price)}</span>
              </span>
            ),
            children: (
              <>
                {wasOffered(order, revision) ? (
                  <p>
                    <a href={quotationUrl(id, revision)} target="_blank" rel="noreferrer">
                      打开第 {revision} 版报价单
                    </a>
                  </p>
                ) : null}
                {revision > 1 ? <Changes orderId={id} revision={revision} /> : <p>最初的版本。</p>}
              </>
            ),
          }))}
      />
    </section>
  );
}

function Changes({ orderId, revision }: { orderId: number; revision: number }) {
  const before = useEndpoint(revisionQuery(orderId, revision - 1));
  const after = useEndpoint(revisionQuery(orderId, revision));
  const error = before.error ?? after.error;
  if (error) return <Alert type="error" showIcon title={error.message} />;
  if (!before.data || !after.data) return <Skeleton active paragraph={{ rows: 2 }} />;
  const changes = revisionChanges(before.data, after.data);
  if (changes.length === 0) return <p>内容与上一版相同，只更新了有效期。</p>;
  return (
    <table className={styles.trace} aria-label={`第 ${revision} 版的改动`}>
      <thead>
        <tr>
          <th scope="col">改动</th>
          <th scope="col">上一版</th>
          <th scope="col">本版</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ part, label, before: old, after: now }) => (
          <tr key={`${part} ${label}`}>
            <th scope="row">
              {label}
              {part === '' ? null : <small className={styles.detail}>{part}</small>}
            </th>
            <td>{old || '—'}</td>
            <td>{now || '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
