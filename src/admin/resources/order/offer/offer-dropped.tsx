import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { lastOfferRevision } from '#domain/orders/offer-event.ts';
import { useEndpoint } from '../../../calls/use-endpoint.ts';
import { droppedOf, type Dropped } from './dropped-offer.ts';
import type { OfferDraft } from './offer-opening.ts';
import type { Row } from './offer-row.tsx';
import { revisionQuery } from '../order-queries.ts';
import styles from './offer-form.module.css';

interface Props {
  order: OrderWithExt;
  rows: readonly Row[];
  onTake: (take: (draft: OfferDraft) => OfferDraft) => void;
}

/** Prices, charges and discount of the last offer, which the customer's change has ended; each can be taken over. */
export function OfferDropped({ order, rows, onTake }: Props) {
  const revision = lastOfferRevision(order.history) ?? order.revision;
  const isChanged = revision < order.revision;
  const { data } = useEndpoint({ ...revisionQuery(order.id, revision), enabled: isChanged });
  const [takenIds, setTakenIds] = useState<ReadonlySet<string>>(new Set());
  const dropped = isChanged && data ? droppedOf(data, order, rows) : [];
  if (dropped.length === 0) return null;

  const open = dropped.filter(({ id, take }) => take && !takenIds.has(id));
  function takeOver(chosen: readonly Dropped[]) {
    setTakenIds(new Set([...takenIds, ...chosen.map(({ id }) => id)]));
    onTake((draft) => chosen.reduce((taken, { take }) => take?.(taken) ?? taken, draft));
  }
  return (
    <Alert
      type="info"
      showIcon
      title={`客户修改了第 ${revision} 版报价，其中这些内容没有保留`}
      action={
        open.length > 1 ? (
          <Button size="small" onClick={() => takeOver(open)}>
            全部沿用
          </Button>
        ) : null
      }
      description={
        <ul className={styles.dropped} aria-label="没有保留的报价">
          {dropped.map((one) => (
            <li key={one.id}>
              <span>{one.text}</span>
              {one.take === undefined ? (
                <small>零件已不在询价中</small>
              ) : takenIds.has(one.id) ? (
                <small>已填入</small>
              ) : (
                <Button size="small" aria-label={`沿用：${one.text}`} onClick={() => takeOver([one])}>
                  沿用
                </Button>
              )}
            </li>
          ))}
        </ul>
      }
    />
  );
}
