import type { FigureKind } from '#contract/prices/price-changes.ts';
import { priceHistory } from '#contract/prices/price-history.ts';
import { endpointQuery } from '../calls/use-endpoint.ts';
import { PastPrices } from '../components/prices/price-history.tsx';
import type { DetailMoreProps } from '../resource-kit/resource-parts.ts';
import { usePermission } from '../session/use-permission.ts';
import styles from './company-more.module.css';

/** The history of a record's figures: saved, published or rolled back, by whom and when. */
function FigureHistory({ kind, record }: DetailMoreProps & { kind: FigureKind }) {
  const isSeen = usePermission(priceHistory.ofRecord.permission);
  if (!isSeen) return null;
  const recordId = Number(record['id']);
  return (
    <section className={styles.section} aria-label="数值变更记录">
      <h3>数值变更记录</h3>
      <PastPrices
        read={(page) => endpointQuery(priceHistory.ofRecord, { query: { kind, recordId, ...page } })}
      />
    </section>
  );
}

export const RuleHistory = (props: DetailMoreProps) => <FigureHistory kind="charge" {...props} />;
export const LeadHistory = (props: DetailMoreProps) => <FigureHistory kind="lead" {...props} />;
export const MaterialHistory = (props: DetailMoreProps) => <FigureHistory kind="material" {...props} />;
