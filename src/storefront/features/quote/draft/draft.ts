import type { OrderFile } from '#contract/files/files.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { chosenStockOf } from '#contract/orders/stock-plan.ts';
import { enteredName, unnamedTitle } from '#domain/parts/line-title.ts';
import { remarkAfterStatement, roundRemark } from '#domain/stock/round-part.ts';
import type { CncPrice, PriceTrace, ProcessKey, ProcessSelections } from '#domain/pricing/types.ts';
import { processKey } from '#domain/process-tree/process-tree.ts';
import { sentModel, type PartModel } from './part-model.ts';
import { readNumericField, type NumericField, type SizeField } from './size-text.ts';

/** An uploaded drawing or model. */
export type AttachedFile = Pick<OrderFile, 'id' | 'name' | 'size' | 'hasThumbnail'>;

/** The content of a part without its display state. Sizes and quantity are kept as typed. */
export interface PartFields {
  readonly name: string;
  readonly materialId: number | null;
  /** mm, as typed. */
  readonly length: string;
  readonly width: string;
  readonly height: string;
  /** Pieces, as typed. */
  readonly num: string;
  readonly selections: Readonly<ProcessSelections>;
  readonly remark: string;
  readonly files: readonly AttachedFile[];
  readonly modelFile?: PartModel;
  /** The replaced model, until the customer accepts the replacement. */
  readonly replaced?: ReplacedModel | undefined;
  /** Round part: length and width are both its diameter. */
  readonly isRound?: boolean | undefined;
  /** Imported from a list: missing fields show as errors at once. */
  readonly isListed?: boolean | undefined;
  /** Manually chosen stock; without it, the smallest that fits. */
  readonly stockSizeId?: number | undefined;
  /** Pasted text that matched no material (`material`) or option (`process_3`), until the customer chooses one. */
  readonly unread: Readonly<Record<string, string>>;
  /** Finish assumed because a pasted list omitted it; the mark disappears with another choice. */
  readonly assumed?: Readonly<{ finish?: string }> | undefined;
  /** The line that this part repeats; the page compares its price with today's. */
  readonly earlier?: EarlierLine | undefined;
}

/** A line of an earlier quotation or order. */
export interface EarlierLine {
  readonly orderId: number;
  readonly orderNo: string;
  /** Time of the order, or of the quotation. */
  readonly at: string;
  readonly isOrdered: boolean;
  readonly trace: PriceTrace;
  /** Names at that time, by process or option id. */
  readonly names: Readonly<Record<string, string>>;
}

export interface ReplacedModel extends Pick<PartFields, SizeField> {
  readonly modelFile: PartModel;
}

/** A part on the page. Immutable, because prices are cached by object identity. */
export interface PartDraft extends PartFields {
  /** Unique on this page. */
  readonly key: string;
  readonly isExpanded: boolean;
  /** Shows missing choices as errors; set when the customer tries to submit. */
  readonly showsErrors: boolean;
  /** Number of files still to upload. */
  readonly pendingFiles: number;
  /** Notices about automatic changes. */
  readonly notices: readonly string[];
  /** All choices made so far. Selecting an option again restores the choices nested under it. */
  readonly chosenBefore?: Readonly<ProcessSelections>;
}

export type TypedField = NumericField | 'name' | 'remark';

export const emptyFields: PartFields = {
  name: '',
  materialId: null,
  length: '',
  width: '',
  height: '',
  num: '',
  selections: {},
  remark: '',
  files: [],
  unread: {},
};

/** Defaults for a new part, with additional `process_{id}` entries. */
export interface DefaultPart {
  readonly material: number | null;
  /** Machining prices of the user, or of the customer whom staff act for, by material tag, yuan per piece. */
  readonly cncPrice?: CncPrice;
}

/**
 * A new part with the default material and processes. Size and quantity stay blank, so that an undescribed
 * part cannot be ordered.
 */
export function fieldsFromDefault(config: DefaultPart): PartFields {
  if (config.material === null) return emptyFields;
  return { ...emptyFields, materialId: config.material, selections: selectionsOf(config) };
}

/** The fields of an order item to quote it again. Its files stay with the order. */
export function fieldsFromOrderItem(item: OrderItem): PartFields {
  const remark = remarkAfterStatement(item, item.remark);
  return {
    name: enteredName(item),
    materialId: item.material,
    num: String(item.num),
    length: String(item.length),
    width: String(item.width),
    height: String(item.height),
    selections: selectionsOf(item),
    remark: remark ?? item.remark,
    ...(remark !== undefined && { isRound: true }),
    files: [],
    ...chosenStockOf(item.stock),
    unread: {},
  };
}

/** The request item for a part. Empty fields are omitted and non-numbers become NaN; the contract's schema reports both. */
export function itemFromFields(fields: PartFields): Partial<QuotationItem> {
  const item: Partial<QuotationItem> = {
    material: fields.materialId ?? undefined,
    num: parseField(fields, 'num'),
    length: parseField(fields, 'length'),
    width: parseField(fields, 'width'),
    height: parseField(fields, 'height'),
    ...fields.selections,
  };
  const name = fields.name.trim();
  const { length, width, height } = item;
  const isRound =
    fields.isRound && !fields.modelFile && length !== undefined && width === length && height !== undefined;
  const typed = fields.remark.trim();
  const remark = isRound ? roundRemark({ length, width, height }, typed) : typed;
  if (name) item.name = name;
  if (remark) item.remark = remark;
  if (fields.files.length > 0) item.fileIds = fields.files.map(({ id }) => id);
  // A file that is not uploaded yet gets its id on upload.
  const { modelFile } = fields;
  const model = modelFile?.ordered && sentModel(modelFile, modelFile.ordered.id);
  if (model) item.model = model;
  if (fields.stockSizeId !== undefined) item.stockSizeId = fields.stockSizeId;
  return item;
}

/**
 * Parses a typed size or quantity, with or without unit. Returns undefined for empty text and NaN for text
 * that is not a number, as the contract's schema expects.
 */
export function parseField(fields: Pick<PartFields, NumericField>, field: NumericField): number | undefined {
  const text = fields[field];
  return text.trim() === '' ? undefined : Number(readNumericField(field, text) ?? Number.NaN);
}

/** The `process_{id}` entries of a record. */
export function selectionsOf(record: object): ProcessSelections {
  const selections: ProcessSelections = {};
  for (const [key, value] of Object.entries(record)) {
    if (isProcessKey(key) && typeof value === 'number') selections[key] = value;
  }
  return selections;
}

/** Whether both have the same material and options. */
export function isSameConfiguration(
  a: Pick<PartFields, 'materialId' | 'selections'>,
  b: Pick<PartFields, 'materialId' | 'selections'>,
): boolean {
  const keys = Object.keys(a.selections).filter(isProcessKey);
  return (
    a.materialId === b.materialId &&
    keys.length === Object.keys(b.selections).length &&
    keys.every((key) => a.selections[key] === b.selections[key])
  );
}

export function withSelection(
  selections: Readonly<ProcessSelections>,
  processId: number,
  optionId: number,
): ProcessSelections {
  return { ...selections, [processKey(processId)]: optionId };
}

export function isProcessKey(key: string): key is ProcessKey {
  return /^process_[1-9]\d{0,9}$/.test(key);
}

/** Whether nothing but material and processes has been entered. */
export function isBlank(part: PartFields): boolean {
  const { name, length, width, height, num, remark, files, modelFile, unread } = part;
  return (
    modelFile === undefined &&
    files.length + Object.keys(unread).length === 0 &&
    [name, length, width, height, num, remark].join('').trim() === ''
  );
}

/** The part's name, or its position in the list (from 1). */
export function partTitle(part: Pick<PartFields, 'name'>, index: number): string {
  return part.name.trim() || unnamedTitle(index + 1);
}

/** The size as typed: `120×60×20 mm`, or `Ø80×15 mm` for a round part; empty if a side is missing. */
export function sizeText({
  length,
  width,
  height,
  isRound,
}: Pick<PartFields, SizeField | 'isRound'>): string {
  const sides = isRound && length === width ? [`Ø${length}`, height] : [length, width, height];
  return [length, width, height].includes('') ? '' : `${sides.join('×')} mm`;
}
