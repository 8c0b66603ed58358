import type { OrderFile } from '#contract/files/files.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { handStockOf } from '#contract/orders/stock-plan.ts';
import { ownName, unnamedTitle } from '#domain/parts/line-title.ts';
import { remarkOfRound, roundRemark } from '#domain/stock/round-part.ts';
import type { CncPrice, PriceTrace, ProcessKey, ProcessSelections } from '#domain/pricing/types.ts';
import { processKey } from '#domain/process-tree/process-tree.ts';
import { sentModel, type PartModel } from './part-model.ts';
import { readMeasure, type MeasuredField, type SizeField } from './size-text.ts';

/** A drawing or model that is on the server. */
export type AttachedFile = Pick<OrderFile, 'id' | 'name' | 'size' | 'hasThumbnail'>;

/** The content of one part, apart from its display state. Sizes and quantity as typed. */
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
  /** The model that was replaced, until the customer accepts the replacement. */
  readonly replaced?: ReplacedModel | undefined;
  /** The part is round: length and width are its diameter. */
  readonly isRound?: boolean | undefined;
  /** It came with a list: what the list left out shows as an error at once. */
  readonly isListed?: boolean | undefined;
  /** The stock that was chosen by hand; the smallest that fits without it. */
  readonly stockSizeId?: number | undefined;
  /** Pasted text that matched no material (`material`) or option (`process_3`), until the customer chooses one. */
  readonly unread: Readonly<Record<string, string>>;
  /** The finish that a pasted list left out; another choice is no longer marked. */
  readonly assumed?: Readonly<{ finish?: string }> | undefined;
  /** The line that the part repeats, whose price is compared with the present one. */
  readonly earlier?: EarlierLine | undefined;
}

/** A line of an earlier quotation or order. */
export interface EarlierLine {
  readonly orderId: number;
  readonly orderNo: string;
  /** When it was ordered, or quoted. */
  readonly at: string;
  readonly isOrdered: boolean;
  readonly trace: PriceTrace;
  /** The names at that time, by the ids of processes and options. */
  readonly names: Readonly<Record<string, string>>;
}

/** The model that a part had, with its size. */
export interface ReplacedModel extends Pick<PartFields, SizeField> {
  readonly modelFile: PartModel;
}

/** One part on the page. Immutable: an unchanged part stays the same object, and so does its price. */
export interface PartDraft extends PartFields {
  /** Unique on this page. */
  readonly key: string;
  readonly isOpen: boolean;
  /** Whether missing choices are shown as errors: after the customer tried to submit. */
  readonly isChecked: boolean;
  /** Number of files that are not on the server yet. */
  readonly pendingFiles: number;
  /** Sentences about changes the customer did not make. */
  readonly notices: readonly string[];
  /** Every choice so far, also those below an option that was left; they return with that option. */
  readonly chosenBefore?: Readonly<ProcessSelections>;
}

export type TypedField = MeasuredField | 'name' | 'remark';

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

/** What a new part takes from a default configuration; its `process_{id}` entries come on top. */
export interface DefaultPart {
  readonly material: number | null;
  /** Machining prices of the user, or of the customer asked for, by material tag, yuan per piece. */
  readonly cncPrice?: CncPrice;
}

/**
 * A new part: material and processes of the default configuration. Size and quantity stay blank, so that a part that
 * the customer has not described cannot be ordered.
 */
export function fieldsFromDefault(config: DefaultPart): PartFields {
  if (config.material === null) return emptyFields;
  return { ...emptyFields, materialId: config.material, selections: selectionsOf(config) };
}

/** An item of an order, to be quoted again; its files belong to the order. */
export function fieldsFromOrderItem(item: OrderItem): PartFields {
  const remark = remarkOfRound(item, item.remark);
  return {
    name: ownName(item),
    materialId: item.material,
    num: String(item.num),
    length: String(item.length),
    width: String(item.width),
    height: String(item.height),
    selections: selectionsOf(item),
    remark: remark ?? item.remark,
    ...(remark !== undefined && { isRound: true }),
    files: [],
    ...handStockOf(item.stock),
    unread: {},
  };
}

/**
 * The part for a request. Empty fields are omitted and non-numbers are NaN; the contract's schema turns both into
 * messages.
 */
export function itemFromFields(fields: PartFields): Partial<QuotationItem> {
  const item: Partial<QuotationItem> = {
    material: fields.materialId ?? undefined,
    num: parseTyped(fields, 'num'),
    length: parseTyped(fields, 'length'),
    width: parseTyped(fields, 'width'),
    height: parseTyped(fields, 'height'),
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
  // A file that is in this browser gets its id when it is sent.
  const { modelFile } = fields;
  const model = modelFile?.ordered && sentModel(modelFile, modelFile.ordered.id);
  if (model) item.model = model;
  if (fields.stockSizeId !== undefined) item.stockSizeId = fields.stockSizeId;
  return item;
}

/**
 * A size or quantity as typed, with or without a unit: undefined for empty text and NaN for text that is not a number, as
 * the contract's schema expects.
 */
export function parseTyped(
  fields: Pick<PartFields, MeasuredField>,
  field: MeasuredField,
): number | undefined {
  const text = fields[field];
  return text.trim() === '' ? undefined : Number(readMeasure(field, text) ?? Number.NaN);
}

/** The `process_{id}` entries of an API object. */
export function selectionsOf(record: object): ProcessSelections {
  const selections: ProcessSelections = {};
  for (const [key, value] of Object.entries(record)) {
    if (isProcessKey(key) && typeof value === 'number') selections[key] = value;
  }
  return selections;
}

/** The same material and options. */
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

/** The selections with one process changed. */
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

/** Whether the customer has described nothing of the part yet. */
export function isBlank({
  name,
  length,
  width,
  height,
  num,
  remark,
  files,
  modelFile,
  unread,
}: PartFields): boolean {
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

/** The size as typed, `120×60×20 mm`, of a round part `Ø80×15 mm`; empty while a side is missing. */
export function sizeText({
  length,
  width,
  height,
  isRound,
}: Pick<PartFields, SizeField | 'isRound'>): string {
  const sides = isRound && length === width ? [`Ø${length}`, height] : [length, width, height];
  return [length, width, height].includes('') ? '' : `${sides.join('×')} mm`;
}
