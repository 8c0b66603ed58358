import type { OrderFile } from '#contract/files.ts';
import type { OrderItem } from '#contract/orders.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import type { ProcessKey, ProcessSelections } from '#domain/pricing/types.ts';
import { processKey } from '#domain/process-tree/process-tree.ts';

/** A drawing or model that the server has. */
export type AttachedFile = Pick<OrderFile, 'id' | 'name' | 'size' | 'hasThumbnail'>;

/** What a customer has filled in for one part, apart from how the page shows it. Sizes and quantity as typed. */
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

/** One part on the page. Never changed in place: an untouched part stays the same object, and so does its price. */
export interface PartDraft extends PartFields {
  /** Identity on this page. */
  readonly key: string;
  readonly isOpen: boolean;
  /** Whether missing choices are shown: after the customer tried to submit. */
  readonly isChecked: boolean;
  /** Files that are not with the server yet. */
  readonly pendingFiles: number;
  /** What happened to the part without the customer's doing, in sentences. */
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

/** What the page reads of a default configuration, besides its `process_{id}` entries. */
export interface DefaultPart {
  readonly material: number | null;
  readonly num: number;
  /** mm */
  readonly length: number;
  readonly width: number;
  readonly height: number;
}

/** The default configuration as a first part. */
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

/** A further part: material and processes of the default configuration; its size is nobody's to guess. */
export function nextFieldsFromDefault(config: DefaultPart): PartFields {
  const { materialId, selections } = fieldsFromDefault(config);
  return { ...emptyFields, materialId, selections };
}

/** An item of an order, ready to be quoted again; its files stand with the order. */
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
 * The part as the wire carries it. What was not typed or chosen is absent, what is no number is NaN: the contract's
 * schema turns both into a sentence.
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

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** A number as typed, full-width digits included: undefined when nothing is typed, NaN when it is no number. */
export function parseTyped(text: string): number | undefined {
  const plain = text.normalize('NFKC').replaceAll('。', '.').trim();
  if (plain === '') return undefined;
  return NUMBER.test(plain) ? Number(plain) : Number.NaN;
}

/** The `process_{id}` entries of an object of the wire. */
export function selectionsOf(record: object): ProcessSelections {
  const selections: ProcessSelections = {};
  for (const [key, value] of Object.entries(record)) {
    if (isProcessKey(key) && typeof value === 'number') selections[key] = value;
  }
  return selections;
}

/** The selections with one process chosen anew. */
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

/** What a part is called: its own name, else its place in the list (from 1). */
export function partTitle(part: Pick<PartFields, 'name'>, index: number): string {
  return part.name.trim() || `零件 ${index + 1}`;
}

/** The size as typed, `120×60×20 mm`; empty while a side is missing. */
export function sizeText({ length, width, height }: Pick<PartFields, SizeField>): string {
  const sides = [length, width, height];
  return sides.includes('') ? '' : `${sides.join('×')} mm`;
}
