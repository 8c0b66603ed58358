import { Link } from 'react-router';
import { MAX_LATER_VERSIONS, priceVersions } from '#contract/prices/price-versions.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { useEndpoint } from '../../../calls/use-endpoint.ts';
import { orderVersionQuery, versionUrl } from '../../../components/prices/version-queries.ts';
import { originLabel } from '../../../components/prices/version-text.ts';
import { usePermission } from '../../../session/use-permission.ts';
import styles from '../order.module.css';

export const useMayReadVersions = (): boolean => usePermission(priceVersions.ofOrder.permission);

/** The price version of an order on one line. A long reason is truncated; the title has the complete text. */
export function OrderVersion({ orderId }: { orderId: number }) {
  const { data, isError } = useEndpoint(orderVersionQuery(orderId));
  if (isError) return '加载失败';
  if (!data) return null;
  const { version, later } = data;
  const laterChangesText =
    later === 0
      ? '现行价目'
      : `此后又改价 ${later === MAX_LATER_VERSIONS ? `${MAX_LATER_VERSIONS} 次以上` : `${later} 次`}`;
  if (version === null)
    return (
      <>
        启用以来的价目 <span className={styles.muted}>· {laterChangesText}</span>
      </>
    );
  const { revision, userName, changedAt, draft } = version;
  const details = [
    laterChangesText,
    userName,
    timeText(changedAt),
    originLabel(version),
    draft?.reason,
  ].filter(Boolean);
  const text = details.join(' · ');
  return (
    <span className={styles.oneLine} title={text}>
      <Link to={versionUrl(revision)}>价目版本 {revision}</Link>{' '}
      <span className={styles.muted}>· {text}</span>
    </span>
  );
}
