import type { FigureKind } from '#contract/prices/price-changes.ts';
import { priceHistory } from '#contract/prices/price-history.ts';
import { endpointQuery } from '../calls/use-endpoint.ts';
import { PriceEntries } from '../components/prices/price-history.tsx';
import type { DetailExtraProps } from '../resource-kit/resource-parts.ts';
import { usePermission } from '../session/use-permission.ts';
import styles from './detail-extra.module.css';

function FigureHistory({ kind, record }: DetailExtraProps & { kind: FigureKind }) {
  const canRead = usePermission(priceHistory.ofRecord.permission);
  if (!canRead) return null;
  const recordId = Number(record['id']);
  return (
    <section className={styles.section} aria-label="数值变更记录">
      <h3>数值变更记录</h3>
      <PriceEntries
        read={(page) => endpointQuery(priceHistory.ofRecord, { query: { kind, recordId, ...page } })}
      />
    </section>
  );
}

export const RuleHistory = (props: DetailExtraProps) => <FigureHistory kind="charge" {...props} />;
export const LeadHistory = (props: DetailExtraProps) => <FigureHistory kind="lead" {...props} />;
export const MaterialHistory = (props: DetailExtraProps) => <FigureHistory kind="material" {...props} />;
