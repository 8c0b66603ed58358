import type { OrderFile } from '#contract/files.ts';
import type { OrderItem } from '#contract/orders.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import type { ProcessKey, ProcessSelections } from '#domain/pricing/types.ts';
import { parseNumber } from '#domain/parse-number.ts';
import { processKey } from '#domain/process-tree/process-tree.ts';

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
}

export const SIZE_FIELDS = ['length', 'width', 'height'] as const;
export type SizeField = (typeof SIZE_FIELDS)[number];
export type TypedField = SizeField | 'num' | 'name' | 'remark';

export const emptyFields: PartFields = {
  name: '',
  materialId: null,
  length: '',
  width: '',
  height: '',
  num: '1',
  selections: {},
  remark: '',
  files: [],
};

/** The fixed fields of a default configuration; its `process_{id}` entries come on top. */
export interface DefaultPart {
  readonly material: number | null;
  readonly num: number;
  /** mm */
  readonly length: number;
  readonly width: number;
  readonly height: number;
}

/** The default configuration as the first part. */
export function fieldsFromDefault(config: DefaultPart): PartFields {
  if (config.material === null) return emptyFields;
  return {
    ...emptyFields,
    materialId: config.material,
    num: String(config.num),
    length: String(config.length),
    width: String(config.width),
    height: String(config.height),
    selections: selectionsOf(config),
  };
}

/** A further part: material and processes of the default configuration, without a size. */
export function nextFieldsFromDefault(config: DefaultPart): PartFields {
  const { materialId, selections } = fieldsFromDefault(config);
  return { ...emptyFields, materialId, selections };
}

/** An item of an order, to be quoted again; the order holds its files. */
export function fieldsFromOrderItem(item: OrderItem): PartFields {
  return {
    name: item.name,
    materialId: item.material,
    num: String(item.num),
    length: String(item.length),
    width: String(item.width),
    height: String(item.height),
    selections: selectionsOf(item),
    remark: item.remark,
    files: [],
  };
}

/**
 * The part for a request. Empty fields are omitted and non-numbers are NaN; the contract's schema turns both into
 * messages.
 */
export function itemFromFields(fields: PartFields): Partial<QuotationItem> {
  const item: Partial<QuotationItem> = {
    material: fields.materialId ?? undefined,
    num: parseTyped(fields.num),
    length: parseTyped(fields.length),
    width: parseTyped(fields.width),
    height: parseTyped(fields.height),
    ...fields.selections,
  };
  const name = fields.name.trim();
  const remark = fields.remark.trim();
  if (name) item.name = name;
  if (remark) item.remark = remark;
  if (fields.files.length > 0) item.fileIds = fields.files.map(({ id }) => id);
  return item;
}

/** A number as typed: undefined for empty text and NaN for text that is not a number, as the contract's schema expects. */
export function parseTyped(text: string): number | undefined {
  const value = parseNumber(text);
  return value === null ? undefined : (value ?? Number.NaN);
}

/** The `process_{id}` entries of an API object. */
export function selectionsOf(record: object): ProcessSelections {
  const selections: ProcessSelections = {};
  for (const [key, value] of Object.entries(record)) {
    if (isProcessKey(key) && typeof value === 'number') selections[key] = value;
  }
  return selections;
}

/** The selections with one process changed. */
export function withSelection(
  selections: Readonly<ProcessSelections>,
  processId: number,
  optionId: number,
): ProcessSelections {
  return { ...selections, [processKey(processId)]: optionId };
}

function isProcessKey(key: string): key is ProcessKey {
  return /^process_[1-9]\d{0,9}$/.test(key);
}

/** The part's name, or its position in the list (from 1). */
export function partTitle(part: Pick<PartFields, 'name'>, index: number): string {
  return part.name.trim() || `零件 ${index + 1}`;
}

/** The size as typed, `120×60×20 mm`; empty while a side is missing. */
export function sizeText({ length, width, height }: Pick<PartFields, SizeField>): string {
  const sides = [length, width, height];
  return sides.includes('') ? '' : `${sides.join('×')} mm`;
}
