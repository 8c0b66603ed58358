import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { partDaysLabel } from '#domain/lead/lead-class.ts';
import { formatFen, formatYuan } from '#domain/money.ts';
import { enteredName, unnamedTitle } from '#domain/parts/line-title.ts';
import {
  chargeTitle,
  chargeValueText,
  labelledSharesOf,
  type LabelledShare,
} from '#domain/pricing/charges.ts';
import { LINE_PRICE_LABEL, linePriceFromYuan, linePriceNote } from '#domain/pricing/line-price.ts';
import { chosenProcesses } from '#domain/process-tree/chosen-processes.ts';
import { chargeInFen } from '#contract/orders/charges.ts';
import type { OrderFile } from '#contract/files/files.ts';
import type { OrderModel } from '#contract/files/models.ts';
import type { Order, OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import { MAX_PART_FILES } from '#contract/orders/part-item.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import { hasAutomaticPrice, lastStepOf } from '#storefront/ui/order/line-step.ts';
import page from '#storefront/ui/page.module.css';
import { Receipt } from '#storefront/ui/order/receipt.tsx';
import { StockFacts } from '#storefront/ui/order/stock-facts.tsx';
import { AddFiles } from './moves/add-files.tsx';
import { ItemFiles } from './item-files.tsx';
import styles from './order-items.module.css';

interface OrderItemsProps {
  items: readonly OrderItem[];
  files: readonly OrderFile[];
  models: readonly OrderModel[];
  charges: OrderWithExt['charges'];
  /** Total in yuan. */
  price: string;
  /** Label of the total. */
  totalLabel?: string;
  /** Whether the lead class differs from 标准. */
  hasNonStandardLead?: boolean;
  /** Set if files can still be added to the order. */
  amendableOrder?: Pick<Order, 'id' | 'revision'>;
}

/** The parts with names and prices as of the order. */
export function OrderItems({
  items,
  files,
  models,
  charges,
  price,
  totalLabel = '合计',
  hasNonStandardLead = false,
  amendableOrder,
}: OrderItemsProps) {
  const note = linePriceNote(items.flatMap((item) => linePriceOf(item) ?? []));
  const chargesInFen = charges.map(chargeInFen);
  const isPriced = items.some(({ line_total }) => line_total !== null);
  return (
    <section className={page.card} aria-labelledby="order-items">
      <h2 id="order-items">零件</h2>
      <ol className={styles.items}>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <ItemCard
              item={item}
              files={files.filter(({ lineNo }) => lineNo === item.lineNo)}
              model={models.find(({ lineNo }) => lineNo === item.lineNo)}
              shares={labelledSharesOf(chargesInFen, item.lineNo)}
              hasNonStandardLead={hasNonStandardLead}
              amendableOrder={amendableOrder}
            />
          </li>
        ))}
      </ol>
      {charges.length > 0 && <Charges charges={charges} />}
      <div className={styles.foot}>
        {note && <p className={page.muted}>{note}</p>}
        <p className={styles.total}>
          {totalLabel} {isPriced ? formatYuan(price) : '待报价'}
        </p>
      </div>
    </section>
  );
}

function Charges({ charges }: Pick<OrderItemsProps, 'charges'>) {
  return (
    <ul className={styles.charges} aria-label="附加费与折扣">
      {charges.map((charge, index) => (
        <li key={`${index} ${charge.label}`}>
          <span>
            {chargeTitle(charge)}
            {charge.reason !== '' && <span className={page.muted}>：{charge.reason}</span>}
          </span>
          <span>{chargeValueText(chargeInFen(charge))}</span>
        </li>
      ))}
    </ul>
  );
}

interface ItemCardProps extends Pick<OrderItemsProps, 'files' | 'amendableOrder'> {
  hasNonStandardLead: boolean;
  item: OrderItem;
  model: OrderModel | undefined;
  /** The part's shares of the measured charges. */
  shares: readonly LabelledShare[];
}

function ItemCard({ item, files, model, shares, hasNonStandardLead, amendableOrder }: ItemCardProps) {
  const names = namesOf(item);
  const piece = linePriceOf(item);
  const sharesFen = shares.reduce((sum, { amountFen }) => sum + amountFen, 0);
  return (
    <article aria-label={titleOf(item)}>
      <div className={styles.head}>
        <h3>{titleOf(item)}</h3>
        <p className={styles.amount}>
          {item.line_total === null ? (
            lastStepOf(item)?.kind === 'declined' ? (
              '不报价'
            ) : (
              '待报价'
            )
          ) : (
            <>
              <span className={styles.label}>小计</span> {formatYuan(item.line_total)}
            </>
          )}
        </p>
      </div>
      <p>
        {item.materialName} · {item.length} × {item.width} × {item.height} mm · {item.num} 件
      </p>
      <ul className={styles.processes}>
        {chosenProcesses(item.processes).map(({ process, option }) => (
          <li key={`${process} ${option}`}>
            <span className={page.muted}>{process}</span> {option}
          </li>
        ))}
      </ul>
      {item.remark !== '' && <p className={classNames(page.muted, styles.remark)}>备注：{item.remark}</p>}
      <ItemFiles files={files} model={model} />
      {model && <Findings model={model} />}
      {amendableOrder && files.length < MAX_PART_FILES && (
        <div className={styles.amend}>
          <AddFiles order={amendableOrder} lineNo={item.lineNo} />
        </div>
      )}
      <LineDecision item={item} />
      {piece && (
        <p className={page.muted}>
          {LINE_PRICE_LABEL} ¥{piece.figure} · {partDaysLabel(hasNonStandardLead)}{' '}
          {workingDaysText(item.line_days)}
          {sharesFen > 0 && ` · 按模型的附加费 ${formatFen(sharesFen)}`}
        </p>
      )}
      <details className={styles.why}>
        <summary>价格说明</summary>
        <Receipt trace={item.trace} nameOf={(id) => names.get(id)} shares={shares} />
        {item.stock && <StockFacts stock={item.stock} />}
      </details>
    </article>
  );
}

/** Findings of the model checks; those that need staff come first. */
function Findings({ model }: { model: OrderModel }) {
  const { findings, check, acknowledged } = model;
  const holds = findings.filter(({ severity }) => severity === 'hold');
  const advice = findings.filter(({ severity }) => severity === 'advice');
  // The server could not confirm the submitted measurements.
  const needsCheck = check !== 'equal' && check !== 'waiting' && holds.length === 0;
  if (holds.length + advice.length === 0 && !needsCheck) return null;
  const suffix = acknowledged ? '（已核对）' : '，由我们核对';
  return (
    <ul className={styles.findings} aria-label="加工提示">
      {holds.map(({ text }) => (
        <li key={text} data-severity="hold">
          {text}
          {suffix}
        </li>
      ))}
      {needsCheck && <li data-severity="hold">三维模型{acknowledged ? '已由我们核对' : '由我们核对'}</li>}
      {advice.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** The staff decision on the line, next to the automatic price. */
function LineDecision({ item }: { item: OrderItem }) {
  const step = lastStepOf(item);
  if (!step) return null;
  if (step.kind === 'open')
    return (
      <p className={styles.decision}>
        {step.isHeld ? '' : '所选材料或工艺没有在线价格，'}由我们人工报价，未计入参考价
      </p>
    );
  if (step.kind === 'declined') return <p className={styles.decision}>不报价，未计入合计：{step.reason}</p>;
  return (
    <p className={styles.decision}>
      {hasAutomaticPrice(item) && <>自动报价 {formatYuan(item.sub_total)} → </>}
      <strong>人工报价 {formatYuan(step.amount)}</strong>
      {step.reason === '' ? '' : `：${step.reason}`}
    </p>
  );
}

/** The piece price; undefined for an unpriced line. */
const linePriceOf = ({ line_total, num }: OrderItem) =>
  line_total === null ? undefined : linePriceFromYuan(line_total, num);

const titleOf = (item: OrderItem): string =>
  enteredName(item) === '' ? unnamedTitle(item.lineNo) : `${item.lineNo} ${enteredName(item)}`;

function namesOf({ processes }: OrderItem): ReadonlyMap<number, string> {
  return new Map(
    processes.flatMap(({ processId, processName, optionId, optionName }) => [
      [processId, processName] as const,
      [optionId, optionName] as const,
    ]),
  );
}
