import { Link } from 'react-router';
import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import { formatYuan } from '#domain/money.ts';
import { lineTitle, numberedTitle } from '#domain/parts/line-title.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import { linePriceFromYuan } from '#domain/pricing/line-price.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import page from '../../components/page/page.module.css';
import { CostTable } from '../../resources/order/parts/cost-table.tsx';
import { ItemFiles } from '../../resources/order/parts/item-files.tsx';
import { PartRepeats } from '../../resources/order/parts/part-repeats.tsx';
import { ORDERS_PATH, earlierPartsQuery } from '../../resources/order/order-queries.ts';
import { useOrderCost } from '../../resources/order/parts/order-cost.ts';
import { PartModel } from '../../resources/order/parts/part-model.tsx';
import { PartStock } from '../../resources/order/parts/part-stock.tsx';
import { TraceTable } from '../../resources/order/parts/trace-table.tsx';
import { similarQuery } from './desk-queries.ts';
import styles from './quote-desk.module.css';

interface Props {
  order: OrderWithExt;
  item: OrderItem;
  /** Called after a write; receives a message if another user's change conflicted with it. */
  onChanged: (conflict?: string) => Promise<void>;
}

/** The part being priced: data, model, files, automatic price and earlier sales. */
export function DeskPart({ order, item, onChanged }: Props) {
  const { data: history } = useEndpoint({ ...earlierPartsQuery(order.id), enabled: order.models.length > 0 });
  const cost = useOrderCost(order)?.lines.find(({ lineNo }) => lineNo === item.lineNo);
  const model = order.models.find(({ lineNo }) => lineNo === item.lineNo);
  return (
    <aside
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be scrollable with the keyboard
      tabIndex={0}
      className={`${page.card} ${styles.part}`}
      aria-label={`零件 ${item.lineNo}`}
    >
      <h3>{numberedTitle(item)}</h3>
      <p className={styles.muted}>
        {item.materialName} · {item.length} × {item.width} × {item.height} mm · {item.num} 件
      </p>
      <PartRepeats orderId={order.id} lineNo={item.lineNo} />
      <ul className={styles.options}>
        {item.processes.map(({ processId, processName, optionName }) => (
          <li key={processId}>
            <span className={styles.muted}>{processName}</span> {optionName}
          </li>
        ))}
      </ul>
      {item.remark === '' ? null : <p>零件备注：{item.remark}</p>}
      <ItemFiles files={order.files.filter(({ lineNo }) => lineNo === item.lineNo)} />
      {model ? (
        <PartModel
          order={order}
          item={item}
          model={model}
          earlier={history?.find(({ lineNo }) => lineNo === item.lineNo)?.earlier ?? []}
          onChanged={onChanged}
        />
      ) : null}
      <SimilarParts order={order} item={item} />
      {item.stock ? <PartStock stock={item.stock} num={item.num} lineNo={item.lineNo} /> : null}
      <TraceTable item={item} comparedTrace={undefined} />
      {cost ? <CostTable cost={cost} fen={lineFromTrace(item.trace).fen} title={lineTitle(item)} /> : null}
    </aside>
  );
}

function SimilarParts({ order, item }: Pick<Props, 'order' | 'item'>) {
  const { data, isError } = useEndpoint(similarQuery(order.id, item.lineNo, order.version));
  if (isError) return <p className={styles.muted}>相似零件加载失败</p>;
  if (!data) return null;
  return (
    <section aria-label="相似零件的成交价">
      <h4>相似零件的成交价</h4>
      {data.length === 0 ? (
        <p className={styles.muted}>没有同材料、同工艺、尺寸相差 20% 以内的成交</p>
      ) : (
        <ul className={styles.similar}>
          {data.map(({ orderId, orderNo, placedAt, customer, item: sold }) => (
            <li key={`${orderId} ${sold.lineNo}`}>
              <span className={styles.rowHead}>
                <Link to={`${ORDERS_PATH}/${orderId}`}>{orderNo}</Link>
                <strong>
                  {sold.line_total === null
                    ? '不报价'
                    : `${formatYuan(sold.line_total)}（${linePriceFromYuan(sold.line_total, sold.num).figure}/件）`}
                </strong>
              </span>
              <small className={styles.muted}>
                {dateText(placedAt)} · {customer} · {sold.length} × {sold.width} × {sold.height} mm ·{' '}
                {sold.num} 件
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
