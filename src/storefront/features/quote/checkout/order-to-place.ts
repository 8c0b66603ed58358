import type { QuotationItem } from '#contract/orders/part-item.ts';
import { priceOf } from '#contract/kernel/amounts.ts';
import { formatFen, type Fen } from '#domain/money.ts';
import type { ChargeRow } from '../draft/charges/charge-result.ts';
import { modelChargeText } from '../draft/charges/model-charge-text.ts';
import { partTitle, type PartDraft } from '../draft/draft.ts';
import { figuresOf, type PartModel } from '../draft/part-model.ts';
import type { QuoteSummary } from '../draft/price-draft.ts';

/** The content of the confirmation dialog, frozen when it opens. */
export interface OrderToPlace {
  /** `requested`: staff are asked for an offer. */
  status: 'placed' | 'quoted' | 'requested';
  items: QuotationItem[];
  lines: OrderLine[];
  /** Charges from rules, or those of an offer that is accepted unchanged. */
  charges?: readonly ChargeRow[];
  /** Total in yuan with two decimals: charges and priced lines. */
  price: string;
  /** Working days. */
  deliveryTime: number;
  /** Absent if the shop offers only 标准. */
  lead?: NamedLead;
  /** Ship date, `YYYY-MM-DD`; absent if it depends on a model check. */
  shipsOn?: string;
}

/** The lead class of an order; `id` is null for 标准. */
export interface NamedLead {
  id: number | null;
  name: string;
}

export interface OrderLine {
  key: string;
  title: string;
  num: number;
  /** Undefined for a line that staff price or that the shop declined. */
  subTotalFen: Fen | undefined;
  isDeclined?: boolean;
  /** Charges from its model's measurements; may be empty. */
  modelCharge?: string;
  /** Material and size. */
  details: string;
  processes: string;
  /** Findings in its model that staff check before the price is binding. */
  holds?: readonly string[];
  remark: string;
  hasFiles: boolean;
  /** The model has no measures, so its file is sent as an attachment. */
  isModelAttached?: boolean;
  /** The model to upload before placing the order. */
  model?: PartModel;
  /** The model whose picture is shown, even after its upload. */
  pictureModel?: PartModel;
}

/** The line's amount, or why it has none. */
export function amountText({
  subTotalFen,
  isDeclined = false,
}: Pick<OrderLine, 'subTotalFen' | 'isDeclined'>): string {
  if (subTotalFen !== undefined) return formatFen(subTotalFen);
  return isDeclined ? '不报价' : '待报价';
}

/** The order to confirm; undefined while a part is incomplete. Only a request may contain parts that staff have to price. */
export function orderToPlace(
  {
    lines,
    charges,
    modelChargesFen,
    totalFen,
    deliveryTime,
    leadChoice,
    toCheckCount,
    checkingCount,
  }: QuoteSummary,
  status: OrderToPlace['status'],
  shipsOn: string | undefined,
  describe: (part: PartDraft) => Pick<OrderLine, 'details' | 'processes'>,
): OrderToPlace | undefined {
  const items: QuotationItem[] = [];
  const orderLines: OrderLine[] = [];
  for (const [index, { part, view, subTotalFen, isUnpriced }] of lines.entries()) {
    const { item } = view.checked;
    const isReady = subTotalFen !== undefined || (isUnpriced && status === 'requested');
    if (!item || !isReady) return undefined;
    // A deleted file is not sent.
    const model = part.modelFile?.failure === 'deleted' ? undefined : part.modelFile;
    items.push(item);
    orderLines.push({
      key: part.key,
      title: partTitle(part, index),
      num: item.num,
      subTotalFen,
      modelCharge: modelChargeText(modelChargesFen, part),
      ...describe(part),
      ...(view.price.isPriced && view.price.holds && { holds: view.price.holds }),
      remark: item.remark ?? '',
      hasFiles: part.files.length > 0 || model !== undefined,
      isModelAttached: model !== undefined && !figuresOf(model),
      model,
      pictureModel: model,
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
    ...(leadChoice && { lead: { id: leadChoice.id, name: leadChoice.name } }),
    ...(toCheckCount + checkingCount === 0 && { shipsOn }),
  };
}
