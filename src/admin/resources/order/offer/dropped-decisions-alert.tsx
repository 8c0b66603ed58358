import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { lastOfferRevision } from '#domain/orders/offer-history.ts';
import { useEndpoint } from '../../../calls/use-endpoint.ts';
import { findDroppedDecisions, type DroppedDecision } from './dropped-decisions.ts';
import type { OfferDraft } from './initial-offer.ts';
import type { Row } from './offer-row.tsx';
import { revisionQuery } from '../order-queries.ts';
import styles from './offer-form.module.css';

interface Props {
  order: OrderWithExt;
  rows: readonly Row[];
  onApply: (apply: (draft: OfferDraft) => OfferDraft) => void;
}

/** Decisions of the last offer that were lost when the customer changed the request; each can be reapplied. */
export function DroppedDecisionsAlert({ order, rows, onApply }: Props) {
  const revision = lastOfferRevision(order.history) ?? order.revision;
  const isChanged = revision < order.revision;
  const { data } = useEndpoint({ ...revisionQuery(order.id, revision), enabled: isChanged });
  const [appliedIds, setAppliedIds] = useState<ReadonlySet<string>>(new Set());
  const dropped = isChanged && data ? findDroppedDecisions(data, order, rows) : [];
  if (dropped.length === 0) return null;

  const applicable = dropped.filter(({ id, apply }) => apply && !appliedIds.has(id));
  function reapply(chosen: readonly DroppedDecision[]) {
    setAppliedIds(new Set([...appliedIds, ...chosen.map(({ id }) => id)]));
    onApply((draft) => chosen.reduce((changed, { apply }) => apply?.(changed) ?? changed, draft));
  }
  return (
    <Alert
      type="info"
      showIcon
      title={`客户修改了第 ${revision} 版报价，其中这些内容没有保留`}
      action={
        applicable.length > 1 ? (
          <Button size="small" onClick={() => reapply(applicable)}>
            全部沿用
          </Button>
        ) : null
      }
      description={
        <ul className={styles.dropped} aria-label="没有保留的报价">
          {dropped.map((decision) => (
            <li key={decision.id}>
              <span>{decision.text}</span>
              {decision.apply === undefined ? (
                <small>零件已不在询价中</small>
              ) : appliedIds.has(decision.id) ? (
                <small>已填入</small>
              ) : (
                <Button
                  size="small"
                  aria-label={`沿用：${decision.text}`}
                  onClick={() => reapply([decision])}
                >
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
