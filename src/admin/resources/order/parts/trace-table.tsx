import type { OrderItem } from '#contract/orders/order-data.ts';
import { lineTitle } from '#domain/parts/line-title.ts';
import { useDictQuery } from '../../../field-types/dict-options.ts';
import styles from '../order.module.css';
import { traceRows } from './trace-rows.ts';

interface Props {
  item: Pick<OrderItem, 'lineNo' | 'name' | 'materialName' | 'processes' | 'trace'>;
  /** The trace to compare with: at today's prices, or from a replay; undefined without a comparison. */
  comparedTrace: OrderItem['trace'] | undefined;
  /** The headings of the two price columns. */
  headings?: readonly [string, string];
}

export function TraceTable({
  item,
  comparedTrace,
  headings: [storedHeading, comparedHeading] = ['成交时', '今日'],
}: Props) {
  const { data: tags, isPending } = useDictQuery('material_tag');
  const tagName = (tag: string) => tags?.find(({ value }) => value === tag)?.label ?? (isPending ? '…' : tag);
  return (
    <table className={styles.trace} aria-label={`${lineTitle(item)}的价格构成`}>
      <thead>
        <tr>
          <th scope="col">因素</th>
          <th scope="col">{storedHeading}</th>
          {comparedTrace ? <th scope="col">{comparedHeading}</th> : null}
        </tr>
      </thead>
      <tbody>
        {traceRows(item, comparedTrace, tagName).map((row, index) => (
          <tr key={index} data-sum={row.isResult} data-different={row.isDifferent}>
            <th scope="row">
              {row.label}
              {row.detail === undefined ? null : <small className={styles.detail}>{row.detail}</small>}
            </th>
            <td>{row.stored}</td>
            {comparedTrace ? (
              <td>
                {row.compared}
                {row.isDifferent ? <span className={styles.changed}>有变化</span> : null}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
