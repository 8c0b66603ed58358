import { Alert, Collapse, Switch } from 'antd';
import { useId, useState } from 'react';
import { chargeInFen } from '#contract/orders/charges.ts';
import { priceOf } from '#contract/kernel/amounts.ts';
import type { LineActual } from '#contract/orders/actuals.ts';
import type { EarlierPart } from '#contract/orders/earlier-parts.ts';
import type { OrderFile } from '#contract/files/files.ts';
import type { OrderModel } from '#contract/files/models.ts';
import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import { workingDays, workingDaysText } from '#domain/delivery/ship-date.ts';
import { differenceFen, formatFen, formatYuan } from '#domain/money.ts';
import { lineTitle, numberedTitle } from '#domain/parts/line-title.ts';
import { marginPercentText } from '#domain/pricing/margin.ts';
import type { OrderCost } from '#contract/catalogue/costs.ts';
import type { Quotation } from '#contract/orders/quotes.ts';
import { alternativeTitle } from '#domain/pricing/alternatives.ts';
import { chargeTitle, chargeValueText, isManualCharge } from '#domain/pricing/charges.ts';
import { lineFromTrace, totalOfLines } from '#domain/pricing/line.ts';
import { useEndpoint } from '../../../calls/use-endpoint.ts';
import { CostTable } from './cost-table.tsx';
import { lineText } from './line-text.ts';
import { ItemFiles } from './item-files.tsx';
import { PartRepeats } from './part-repeats.tsx';
import { ModelState, ModelThumbnail, PartModel } from './part-model.tsx';
import { useOrderCost, costTextOfYuan, type LineCost } from './order-cost.ts';
import { PartActual, useOrderActuals } from './part-actual.tsx';
import { PartStock } from './part-stock.tsx';
import { earlierPartsQuery, repriceQuery } from '../order-queries.ts';
import styles from '../order.module.css';
import type { TodayItem } from './trace-rows.ts';
import { TraceTable } from './trace-table.tsx';

interface OrderItemsProps {
  order: OrderWithExt;
  expandedIds: readonly number[];
  onExpand: (ids: readonly number[]) => void;
  onChanged: (conflict?: string) => Promise<void>;
}

/** The parts of the order. The prices can be compared with today's. */
export function OrderItems({ order, expandedIds, onExpand, onChanged }: OrderItemsProps) {
  const id = useId();
  const [isComparing, setIsComparing] = useState(false);
  const { data, isFetching, isError, error } = useEndpoint({
    ...repriceQuery(order.id),
    enabled: isComparing,
  });
  const { data: earlierParts } = useEndpoint({
    ...earlierPartsQuery(order.id),
    enabled: order.models.length > 0,
  });
  const today = isComparing ? data?.quotation : undefined;
  const cost = useOrderCost(order);
  const actuals = useOrderActuals(order);
  const costOf = (item: OrderItem) => cost?.lines.find(({ lineNo }) => lineNo === item.lineNo);
  return (
    <section className={styles.section} aria-labelledby="order-items">
      <h2 id="order-items">
        零件
        <span className={styles.compare}>
          <label htmlFor={id}>与今日价格比较</label>
          <Switch id={id} size="small" checked={isComparing} loading={isFetching} onChange={setIsComparing} />
        </span>
      </h2>
      {isComparing && isError ? <Alert type="error" showIcon title={error.message} /> : null}
      {isComparing && data && !data.quotation ? (
        <Alert type="warning" showIcon title="按今日的目录已无法报价" description={data.reason} />
      ) : null}
      {today ? (
        <Comparison {...comparePrices(order, today)} days={[order.delivery_time, today.delivery_time]} />
      ) : null}
      {cost ? <p className={styles.cost}>{orderCostText(order, cost)}</p> : null}
      <Collapse
        activeKey={[...expandedIds]}
        onChange={(keys) => onExpand(keys.map(Number))}
        items={order.items.map((item, index) => ({
          key: item.id,
          label: (
            <ItemHead
              item={item}
              model={modelOf(order, item)}
              cost={costOf(item)}
              fileCount={order.files.filter(({ lineNo }) => lineNo === item.lineNo).length}
              today={today?.items[index]}
            />
          ),
          children: (
            <ItemBody
              order={order}
              earlier={earlierParts?.find(({ lineNo }) => lineNo === item.lineNo)?.earlier ?? []}
              onChanged={onChanged}
              item={item}
              cost={costOf(item)}
              actuals={actuals}
              files={order.files.filter(({ lineNo }) => lineNo === item.lineNo)}
              today={today?.items[index]}
            />
          ),
        }))}
      />
      {order.charges.length > 0 ? <Charges charges={order.charges} /> : null}
      {order.alternatives.length > 0 ? <Alternatives order={order} /> : null}
    </section>
  );
}

/**
 * The stored total and the total at today's prices. If staff entered charges, which today's rules cannot contain, or a
 * part has no price, both totals exclude all charges and the parts without a price.
 */
function comparePrices(
  order: OrderWithExt,
  today: Pick<Quotation, 'items' | 'price'>,
): Pick<ComparisonProps, 'stored' | 'today' | 'excludesCharges'> {
  const lines = order.items.map(({ trace }) => lineFromTrace(trace));
  if (!order.charges.some(isManualCharge) && lines.every(({ fen }) => fen !== null))
    return { stored: order.price, today: today.price, excludesCharges: false };
  const compared = today.items.filter((_item, index) => lines[index]?.fen !== null);
  return {
    stored: priceOf(totalOfLines(lines)),
    today: priceOf(totalOfLines(compared.map(({ trace }) => lineFromTrace(trace)))),
    excludesCharges: true,
  };
}

function orderCostText({ status, price }: OrderWithExt, { lines, cost, margin }: OrderCost): string {
  if (lines.length === 0)
    return status === 'requested' ? '还没有录入成本，毛利未知' : '提交时还没有录入成本，毛利未知';
  if (cost === null || margin === null) return '部分零件的成本未知，毛利未知';
  return costTextOfYuan(price, cost);
}

function Charges({ charges }: Pick<OrderWithExt, 'charges'>) {
  return (
    <ul className={styles.charges} aria-label="附加费与折扣">
      {charges.map(chargeInFen).map((charge, index) => (
        <li key={`${index} ${charge.label}`} className={styles.itemHead}>
          <span>
            {chargeTitle(charge)}{' '}
            <small className={styles.muted}>{[charge.reason, charge.by].filter(Boolean).join(' · ')}</small>
          </span>
          <span className={styles.amount}>{chargeValueText(charge)}</span>
        </li>
      ))}
    </ul>
  );
}

function Alternatives({ order: { alternatives } }: { order: OrderWithExt }) {
  return (
    <ul className={styles.charges} aria-label="其他方案，未计入合计">
      {alternatives.map(({ no, lineNo, amount, days, by, ...alternative }) => (
        <li key={no} className={styles.itemHead}>
          <span>
            可代替零件 {lineNo}：{alternativeTitle(alternative)} <small className={styles.muted}>{by}</small>
          </span>
          <span className={styles.amount}>
            {formatYuan(amount)} · {workingDaysText(days)}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface ComparisonProps {
  /** In yuan. */
  stored: string;
  today: string;
  /** Whether both totals exclude all charges and the parts without a price. */
  excludesCharges: boolean;
  /** The lead time as stored, and today's. */
  days: readonly [number, number];
}

function Comparison({ stored, excludesCharges, today, days: [storedDays, todayDays] }: ComparisonProps) {
  const difference = differenceFen(today, stored);
  const dayDifference = workingDays(todayDays) - workingDays(storedDays);
  return (
    <p className={styles.total} data-different={difference !== 0 || dayDifference !== 0} role="status">
      {excludesCharges ? '今日零件合计（不含附加费与折扣）' : '今日合计'} <strong>{formatYuan(today)}</strong>
      ，
      {difference === 0
        ? '与成交价相同'
        : `比成交价${difference > 0 ? '高' : '低'} ${formatFen(Math.abs(difference))}`}
      ；交期 {workingDaysText(todayDays)}
      {dayDifference === 0 ? '' : `（${dayDifference > 0 ? '多' : '少'} ${Math.abs(dayDifference)} 天）`}
    </p>
  );
}

interface ItemProps {
  item: OrderItem;
  /** Undefined for users who may not see costs. */
  cost: LineCost | undefined;
  today: TodayItem | undefined;
}

const modelOf = ({ models }: OrderWithExt, { lineNo }: OrderItem): OrderModel | undefined =>
  models.find((model) => model.lineNo === lineNo);

interface HeadProps extends ItemProps {
  model: OrderModel | undefined;
  fileCount: number;
}

function ItemHead({ item, model, cost, fileCount, today }: HeadProps) {
  const isDifferent = today !== undefined && today.sub_total !== item.line_total;
  return (
    <span className={styles.itemHead}>
      {model ? <ModelThumbnail model={model} isInRow /> : null}
      <span className={styles.itemTitle}>
        {numberedTitle(item)}
        <small className={styles.muted}>
          {' '}
          {item.materialName} · {item.length} × {item.width} × {item.height} mm · {item.num} 件
          {fileCount > 0 ? ` · ${fileCount} 个附件` : ''}
        </small>{' '}
        {model ? <ModelState model={model} /> : null}
      </span>
      <span className={styles.amount} data-different={isDifferent}>
        {lineText(item)}
        {isDifferent ? ` → ${formatYuan(today.sub_total)}` : ''}
        {cost ? <small className={styles.muted}> {marginLabel(cost)}</small> : null}
      </span>
    </span>
  );
}

const marginLabel = ({ cost, margin }: LineCost): string =>
  cost === null ? '成本未知' : margin?.percent == null ? '' : `毛利率 ${marginPercentText(margin)}`;

interface BodyProps extends ItemProps, Pick<OrderItemsProps, 'order' | 'onChanged'> {
  /** Only for orders in production and users who may see costs. */
  actuals: readonly LineActual[] | undefined;
  earlier: readonly EarlierPart[];
  files: readonly OrderFile[];
}

function ItemBody({ order, earlier, onChanged, item, cost, actuals, files, today }: BodyProps) {
  const model = modelOf(order, item);
  return (
    <>
      <p className={styles.processes}>
        {item.processes.map(({ processId, processName, optionName }) => (
          <span key={processId}>
            <span className={styles.muted}>{processName}</span> {optionName}
          </span>
        ))}
      </p>
      <PartRepeats orderId={order.id} lineNo={item.lineNo} />
      {item.remark === '' ? null : <p className={styles.muted}>零件备注：{item.remark}</p>}
      {model ? (
        <PartModel order={order} item={item} model={model} earlier={earlier} onChanged={onChanged} />
      ) : null}
      {item.stock ? <PartStock stock={item.stock} num={item.num} lineNo={item.lineNo} /> : null}
      <ItemFiles files={files} />
      <TraceTable item={item} comparedTrace={today?.trace} />
      {cost ? <CostTable cost={cost} fen={lineFromTrace(item.trace).fen} title={lineTitle(item)} /> : null}
      {actuals ? (
        <PartActual
          orderId={order.id}
          item={item}
          cost={cost}
          actual={actuals.find(({ lineNo }) => lineNo === item.lineNo)}
        />
      ) : null}
    </>
  );
}
