import type { QuotationItem } from '#contract/orders/part-item.ts';
import { priceOf } from '#contract/kernel/amounts.ts';
import { formatFen, type Fen } from '#domain/money.ts';
import type { ChargeRow } from '../draft/charges/charge-result.ts';
import { measuredText } from '../draft/charges/measured-text.ts';
import { partTitle, type PartDraft } from '../draft/draft.ts';
import { figuresOf, type PartModel } from '../draft/part-model.ts';
import type { QuoteSummary } from '../draft/price-draft.ts';

/** The content of the confirmation, frozen when it opens. */
export interface OrderToPlace {
  /** `requested` asks staff for an offer. */
  status: 'placed' | 'quoted' | 'requested';
  items: QuotationItem[];
  lines: OrderLine[];
  /** Amounts beside the lines, by rules or of an offer that is accepted as it is. */
  charges?: readonly ChargeRow[];
  /** Yuan with two decimals, as the order carries it: the sum of the charges and of the lines that have a price. */
  price: string;
  deliveryTime: number;
  /** Its lead class; absent where the shop offers only 标准. */
  lead?: OrderClass;
  /** The day it ships, `YYYY-MM-DD`; absent where it is known only after we have looked at a model. */
  shipsOn?: string;
}

/** The lead class of an order: null for 标准. */
export interface OrderClass {
  id: number | null;
  name: string;
}

export interface OrderLine {
  key: string;
  title: string;
  num: number;
  /** Undefined for a line that staff price, and for one that the shop does not make. */
  subTotalFen: Fen | undefined;
  isDeclined?: boolean;
  /** What it adds to the charges by measures of models; may be empty. */
  charged?: string;
  /** Material and size. */
  what: string;
  /** The chosen options, in one line. */
  processes: string;
  /** Findings in its model that staff look at before the price binds. */
  holds?: readonly string[];
  remark: string;
  hasFiles: boolean;
  /** Its model has no measures: the file goes as an attachment. */
  isAttached?: boolean;
  /** The model that is uploaded before the order. */
  model?: PartModel;
  /** The model whose picture is shown, also once it is uploaded. */
  pictured?: PartModel;
}

/** The amount of a line, or why it has none. */
export function amountText({
  subTotalFen,
  isDeclined = false,
}: Pick<OrderLine, 'subTotalFen' | 'isDeclined'>): string {
  if (subTotalFen !== undefined) return formatFen(subTotalFen);
  return isDeclined ? '不报价' : '待报价';
}

/** The order to confirm. Undefined while a part is incomplete; parts for staff to price are only in a request. */
export function orderToPlace(
  { lines, charges, measuredFen, totalFen, deliveryTime, leading, toCheck, checking }: QuoteSummary,
  status: OrderToPlace['status'],
  shipsOn: string | undefined,
  describe: (part: PartDraft) => Pick<OrderLine, 'what' | 'processes'>,
): OrderToPlace | undefined {
  const items: QuotationItem[] = [];
  const orderLines: OrderLine[] = [];
  for (const [index, { part, view, subTotalFen, isOpen }] of lines.entries()) {
    const { item } = view.checked;
    const isReady = subTotalFen !== undefined || (isOpen && status === 'requested');
    if (!item || !isReady) return undefined;
    // A deleted file is not sent.
    const model = part.modelFile?.failure === 'deleted' ? undefined : part.modelFile;
    items.push(item);
    orderLines.push({
      key: part.key,
      title: partTitle(part, index),
      num: item.num,
      subTotalFen,
      charged: measuredText(measuredFen, part),
      ...describe(part),
      ...(view.price.isPriced && view.price.holds && { holds: view.price.holds }),
      remark: item.remark ?? '',
      hasFiles: part.files.length > 0 || model !== undefined,
      isAttached: model !== undefined && !figuresOf(model),
      model,
      pictured: model,
    });
  }
  if (items.length === 0) return undefined;
  return {
    status,
    items,
    lines: orderLines,
    charges,
    price: priceOf({ totalFen }),
    deliveryTime,
    ...(leading && { lead: { id: leading.id, name: leading.name } }),
    ...(toCheck + checking === 0 && { shipsOn }),
  };
}
