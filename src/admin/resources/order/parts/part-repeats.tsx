import { Link } from 'react-router';
import { partLibrary, type RepeatedLine } from '#contract/orders/part-library.ts';
import { piecePriceText } from '#domain/pricing/line-price.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { endpointQuery, useEndpoint } from '../../../calls/use-endpoint.ts';
import { usePermission } from '../../../session/use-permission.ts';
import { PARTS_PATH } from '../../../components/prices/parts-path.ts';
import { uncached } from '../order-queries.ts';
import styles from '../order.module.css';

const repeatsQuery = (orderId: number) =>
  endpointQuery(partLibrary.ofOrder, {
    params: { id: orderId },
    queryKey: ['order', orderId, 'parts'],
    ...uncached,
  });

/** `曾做过 3 次 上次 2026-08-01，20 件，¥12.50/件`, with a link to the part; nothing for users without permission. */
export function PartRepeats({ orderId, lineNo }: { orderId: number; lineNo: number }) {
  const enabled = usePermission(partLibrary.ofOrder.permission);
  const { data } = useEndpoint({ ...repeatsQuery(orderId), enabled });
  const line = data?.find((repeated) => repeated.lineNo === lineNo);
  if (!line || line.times === 0) return null;
  return (
    <p className={styles.repeats}>
      <Link to={`${PARTS_PATH}/${line.partId}`}>曾做过 {line.times} 次</Link>
      {line.last ? <span className={styles.muted}>{lastText(line.last)}</span> : null}
    </p>
  );
}

function lastText({ at, item: { num, line_total: total } }: NonNullable<RepeatedLine['last']>): string {
  const price = total === null ? [] : [`${piecePriceText(total, num)}/件`];
  return `上次 ${[dateText(at), `${num} 件`, ...price].join('，')}`;
}
