import * as z from 'zod/mini';
import type { ImportColumn, ImportSpec, RecordReport } from '#contract/kernel/record-import.ts';
import { parseNumber } from '#domain/parse-number.ts';
import type { Cell } from '#server/tables/workbook.ts';
import { isBlank, readCell, textOf, textsOf, type Columns, type ImportError } from './read-records.ts';
import type { Lookup, RecordImport, Stored, RecordKeys } from './record-import.ts';

/** One record to create (without id) or to change. */
export interface PlannedRow {
  row: number;
  name: string;
  id?: number;
  version?: number;
  /** The body of the endpoint. */
  input: Record<string, unknown>;
  /** Fields whose record an earlier row of the file creates, by the number of that row. */
  createdInRow: Record<string, number>;
  fields: RecordReport['created'][number]['fields'];
}

export interface Comparison {
  planned: PlannedRow[];
  unchanged: number;
  errors: ImportError[];
}

const keyText = (
  { key }: ImportSpec,
  textOfField: (field: string) => string,
  fold = (text: string) => text,
) => key.map((field) => fold(textOfField(field))).join('\n');

/** The ids and keys that a file names. */
export function keysInFile(
  rows: readonly (readonly Cell[])[],
  columns: Columns,
  spec: ImportSpec,
): RecordKeys {
  const data = rows.slice(1).filter((row) => !isBlank(row));
  const ids = data.flatMap((row) => parseNumber(textOf(row[columns.id ?? -1])) ?? []);
  const keys = data.map((row) => {
    const texts = textsOf(row, columns, spec);
    return keyText(spec, (field) => texts[field] ?? '');
  });
  return { ids: ids.filter((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31), keys };
}

/** The text of a field's value in a file. */
export function cellText(value: unknown, column: ImportColumn, lookup: Lookup | undefined): string {
  if (column.type === 'names') {
    return Array.isArray(value)
      ? value.map((item) => lookup?.nameOf(item) ?? plainText(item)).join('、')
      : '';
  }
  if (column.type === 'name') return lookup?.nameOf(value) ?? plainText(value);
  const text = plainText(value);
  return column.type === 'choice' ? (column.values?.[text] ?? text) : text;
}

const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Everything needed to read the rows of a file. */
interface Reader<R extends object, Input extends object> {
  resource: RecordImport<R, Input>;
  columns: Columns;
  lookups: Stored<R>['lookups'];
  /** The endpoint's schemas by field. */
  shape: Record<string, unknown>;
}

/** The values of a row that change a record. */
interface RowValues {
  values: Record<string, unknown>;
  /** Fields whose record an earlier row creates, by the number of that row. */
  createdInRow: Record<string, number>;
}

type AddError = (column: string, message: string) => void;

const columnOf = ({ columns }: ImportSpec, field: string): ImportColumn =>
  columns[field] ?? { head: field, type: 'text' };

/** Compares the rows of a file with the stored records. Nothing is written. */
export function compareRecords<R extends object, Input extends object>(
  rows: readonly (readonly Cell[])[],
  columns: Columns,
  resource: RecordImport<R, Input>,
  stored: Stored<R>,
): Comparison {
  const { spec, foldKey, pathOf } = resource;
  const { shape } = resource.endpoints.create.body;
  const reader: Reader<R, Input> = { resource, columns, lookups: stored.lookups, shape };
  const find = recordFinder(reader, stored.records);
  const result: Comparison = { planned: [], unchanged: 0, errors: [] };
  const rowOfRecord = new Map<string, number>();
  const rowOfPath = new Map<string, number>();
  for (const [index, cells] of rows.entries()) {
    if (index === 0 || isBlank(cells)) continue;
    const row = index + 1;
    const errors: ImportError[] = [];
    const addError: AddError = (column, message) => errors.push({ row, column, message });
    const texts = textsOf(cells, columns, spec);
    const idText = columns.id === undefined ? '' : textOf(cells[columns.id]);
    const key = keyText(spec, (field) => completeText(reader, field, texts[field] ?? ''), foldKey);
    const matches = find(idText, key);
    const [record] = matches;
    const identity = record ? `id ${resource.idOf(record)}` : `key ${key}`;
    const earlierRow = rowOfRecord.get(identity);
    rowOfRecord.set(identity, earlierRow ?? row);
    if (earlierRow !== undefined) addError('', `与第${earlierRow}行是同一条记录`);
    else if (idText !== '' && !record) addError('编号', `编号 ${idText.slice(0, 30)} 不存在`);
    else if (matches.length > 1) addError('', '有多条这样的记录，请用“编号”列指明是哪一条');

    const rowValues = readRow(reader, texts, record, rowOfPath, addError);
    if (!record && idText === '') {
      requireFields(resource, texts, errors, addError);
      const path = pathOf?.(texts);
      if (path !== undefined && !rowOfPath.has(path)) rowOfPath.set(path, row);
    }
    const name = spec.key
      .map((field) => texts[field] ?? '')
      .filter((text) => text !== '')
      .join('/');
    const fields = changesOf(reader, texts, record, rowValues);
    if (record) rejectFixedFields(spec, fields, addError);
    if (errors.length > 0) result.errors.push(...errors);
    else if (record && fields.length === 0) result.unchanged += 1;
    else {
      const plan = record ? changedInput(reader, record, rowValues) : { input: newInput(reader, rowValues) };
      const title = record ? name || keyOfRecord(reader, record).replaceAll('\n', '/') : name;
      const shownFields = fields.map(({ head, before: old, after }) => ({ head, before: old, after }));
      result.planned.push({
        row,
        name: title,
        ...plan,
        createdInRow: rowValues.createdInRow,
        fields: shownFields,
      });
    }
  }
  return result;
}

/** The records of a row: by its id if it has one, otherwise by its key. */
function recordFinder<R extends object, I extends object>(reader: Reader<R, I>, records: readonly R[]) {
  const byId = new Map(records.map((record) => [reader.resource.idOf(record), record]));
  const byKey = new Map<string, R[]>();
  for (const record of records) {
    const key = keyOfRecord(reader, record);
    byKey.set(key, [...(byKey.get(key) ?? []), record]);
  }
  return (idText: string, key: string): readonly (R | undefined)[] =>
    idText === '' ? (byKey.get(key) ?? []) : [byId.get(parseNumber(idText) ?? 0)];
}

const keyOfRecord = <R extends object, I extends object>(reader: Reader<R, I>, record: R): string =>
  keyText(
    reader.resource.spec,
    (field) => storedText(reader, field, Reflect.get(record, field)).trim(),
    reader.resource.foldKey,
  );

/**
 * The complete text of a key's cell: a file may have the last part of a name, the value of a dictionary entry, or an
 * empty choice, which means the default.
 */
function completeText<R extends object, I extends object>(
  { resource, lookups, shape }: Reader<R, I>,
  field: string,
  text: string,
): string {
  const column = columnOf(resource.spec, field);
  if (column.type === 'choice' && text === '')
    return cellText(defaultsOf({ [field]: shape[field] }, {})[field], column, undefined);
  if (column.type !== 'name') return text;
  const result = readCell(text, {
    column,
    lookup: lookups[field],
    schema: undefined,
    isCreatedEarlier: () => false,
  });
  return 'value' in result ? cellText(result.value, column, lookups[field]) : text;
}

const storedText = <R extends object, I extends object>(
  { resource, lookups }: Reader<R, I>,
  field: string,
  value: unknown,
): string => cellText(value, columnOf(resource.spec, field), lookups[field]);

/** Reads the cells of a row; leaves out those that match the record. */
function readRow<R extends object, I extends object>(
  reader: Reader<R, I>,
  texts: Readonly<Record<string, string>>,
  record: R | undefined,
  rowOfPath: ReadonlyMap<string, number>,
  addError: AddError,
): RowValues {
  const { resource, columns, lookups, shape } = reader;
  const values: Record<string, unknown> = {};
  const createdInRow: Record<string, number> = {};
  for (const [field] of columns.fields) {
    const column = columnOf(resource.spec, field);
    const text = texts[field] ?? '';
    // An empty number or choice keeps the value; a new record gets its default.
    if (text === '' && (column.type === 'number' || column.type === 'choice')) continue;
    // An unchanged value needs no lookup: its name may be ambiguous, or no longer selectable.
    const current: unknown = record && Reflect.get(record, field);
    if (record && sameText(storedText(reader, field, current), text, column)) continue;
    if (record && lookups[field]?.isNamed(current, text)) continue;
    const schema = shape[field];
    const result = readCell(text, {
      column,
      lookup: lookups[field],
      schema: schema instanceof z.ZodMiniType ? schema : undefined,
      isCreatedEarlier: (name) => rowOfPath.has(name),
    });
    if ('error' in result) addError(column.head, result.error);
    else if ('createdName' in result) createdInRow[field] = rowOfPath.get(result.createdName) ?? 0;
    else values[field] = result.value;
  }
  return { values, createdInRow };
}

/** Adds an error for each missing required field of a new record that has no error yet. */
function requireFields<R, I extends object>(
  { spec, defaults = {} }: RecordImport<R, I>,
  texts: Readonly<Record<string, string>>,
  errors: readonly ImportError[],
  addError: AddError,
): void {
  for (const [field, { head, isRequired }] of Object.entries(spec.columns)) {
    const hasValue = (texts[field] ?? '') !== '' || Reflect.get(defaults, field) !== undefined;
    const hasErrors = errors.some(({ column }) => column === head);
    if (isRequired === true && !hasValue && !hasErrors) addError(head, `新增时必须填写${head}`);
  }
}

interface FieldChange {
  field: string;
  head: string;
  before: string;
  after: string;
}

function changesOf<R extends object, I extends object>(
  reader: Reader<R, I>,
  texts: Readonly<Record<string, string>>,
  record: R | undefined,
  { values, createdInRow }: RowValues,
): FieldChange[] {
  return reader.columns.fields.flatMap(([field]) => {
    if (!(field in values || field in createdInRow)) return [];
    const column = columnOf(reader.resource.spec, field);
    const after = field in createdInRow ? (texts[field] ?? '') : storedText(reader, field, values[field]);
    const before = record ? storedText(reader, field, Reflect.get(record, field)) : '';
    return sameText(before, after, column) ? [] : [{ field, head: column.head, before, after }];
  });
}

function rejectFixedFields(spec: ImportSpec, changed: readonly FieldChange[], addError: AddError): void {
  for (const { field, head } of changed) {
    if (columnOf(spec, field).isFixed) addError(head, `${head}不能修改`);
  }
}

/** The body of the endpoint that changes the record. */
function changedInput<R extends object, I extends object>(
  { resource, shape }: Reader<R, I>,
  record: R,
  { values }: RowValues,
): Pick<PlannedRow, 'id' | 'version' | 'input'> {
  const bodyFields = Object.keys(shape).filter((field) => field in record);
  const allValues = {
    ...Object.fromEntries(bodyFields.map((field) => [field, Reflect.get(record, field)])),
    ...values,
  };
  const input = Object.entries(allValues).filter(([field]) => !columnOf(resource.spec, field).isFixed);
  return {
    id: resource.idOf(record),
    version: Number(Reflect.get(record, 'version')),
    input: Object.fromEntries(input),
  };
}

/** The body of the endpoint that creates the record. */
function newInput<R extends object, I extends object>(
  { resource, shape }: Reader<R, I>,
  { values }: RowValues,
): Record<string, unknown> {
  const input = { ...resource.defaults, ...values };
  return { ...defaultsOf(shape, input), ...input };
}

/** The defaults of the endpoint's body for fields that the input lacks. */
function defaultsOf(shape: Record<string, unknown>, input: object): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(shape)) {
    if (field in input || !(schema instanceof z.ZodMiniType)) continue;
    const result = schema.safeParse(undefined);
    if (result.success) defaults[field] = result.data;
  }
  return defaults;
}

/** Ignores the order of names. */
function sameText(a: string, b: string, { type }: ImportColumn): boolean {
  const sorted = (text: string) => text.split('、').toSorted().join('、');
  return type === 'names' ? sorted(a) === sorted(b) : a.trim() === b.trim();
}
