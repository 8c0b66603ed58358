import * as z from 'zod/mini';
import type { ImportColumn, ImportSpec, RecordReport } from '#contract/record-import.ts';
import { parseNumber } from '#domain/parse-number.ts';
import type { Cell } from '#server/http/workbook.ts';
import { isBlank, readCell, textOf, textsOf, type Columns, type ImportFault } from './read-records.ts';
import type { Lookup, RecordImport, Stored, Wanted } from './record-import.ts';

type Row = Readonly<Record<string, unknown>>;

/** One record to create (without id) or to change. */
export interface PlannedRow {
  row: number;
  name: string;
  id?: number;
  version?: number;
  /** The body of the endpoint. */
  input: Record<string, unknown>;
  /** Fields whose record an earlier row of the file creates, by the number of that row. */
  later: Record<string, number>;
  fields: RecordReport['created'][number]['fields'];
}

export interface Comparison {
  planned: PlannedRow[];
  unchanged: number;
  faults: ImportFault[];
}

const keyText = (
  { key }: ImportSpec,
  textOfField: (field: string) => string,
  fold = (text: string) => text,
) => key.map((field) => fold(textOfField(field))).join('\n');

/** The ids and keys in a file. */
export function wantedOf(rows: readonly (readonly Cell[])[], columns: Columns, spec: ImportSpec): Wanted {
  const data = rows.slice(1).filter((row) => !isBlank(row));
  const ids = data.flatMap((row) => parseNumber(textOf(row[columns.id ?? -1])) ?? []);
  const keys = data.map((row) => {
    const texts = textsOf(row, columns);
    return keyText(spec, (field) => texts[field] ?? '');
  });
  return { ids: ids.filter((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31), keys };
}

/** The text of a field's value as the file has it. */
export function shown(value: unknown, column: ImportColumn, lookup: Lookup | undefined): string {
  if (column.type === 'names') {
    return Array.isArray(value) ? value.map((one) => lookup?.nameOf(one) ?? plainText(one)).join('、') : '';
  }
  if (column.type === 'name') return lookup?.nameOf(value) ?? plainText(value);
  const text = plainText(value);
  return column.type === 'choice' ? (column.values?.[text] ?? text) : text;
}

const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Compares the rows of a file with the stored records. Nothing is written. */
export function compareRecords<R extends object, Input extends object>(
  rows: readonly (readonly Cell[])[],
  columns: Columns,
  resource: RecordImport<R, Input>,
  { records, lookups }: Stored<R>,
): Comparison {
  const { spec, foldKey, pathOf, defaults = {} } = resource;
  const shape: Record<string, unknown> = resource.endpoints.create.body.shape;
  const schemaOf = (field: string) => {
    const schema = shape[field];
    return schema instanceof z.ZodMiniType ? schema : undefined;
  };
  const columnOf = (field: string): ImportColumn => spec.columns[field] ?? { head: field, type: 'text' };
  const textOfValue = (field: string, value: unknown) => shown(value, columnOf(field), lookups[field]);
  const keyOfRecord = (record: R) =>
    keyText(spec, (field) => textOfValue(field, Reflect.get(record, field)).trim(), foldKey);
  const byId = new Map(records.map((record) => [resource.idOf(record), record]));
  const byKey = new Map<string, R[]>();
  for (const record of records) {
    const key = keyOfRecord(record);
    byKey.set(key, [...(byKey.get(key) ?? []), record]);
  }

  const result: Comparison = { planned: [], unchanged: 0, faults: [] };
  const rowOfRecord = new Map<string, number>();
  const rowOfPath = new Map<string, number>();
  for (const [index, cells] of rows.entries()) {
    if (index === 0 || isBlank(cells)) continue;
    const row = index + 1;
    const faults: ImportFault[] = [];
    const fault = (column: string, message: string) => faults.push({ row, column, message });
    const texts = textsOf(cells, columns);
    const idText = columns.id === undefined ? '' : textOf(cells[columns.id]);
    const key = keyText(spec, (field) => texts[field] ?? '', foldKey);
    const found = idText === '' ? (byKey.get(key) ?? []) : [byId.get(parseNumber(idText) ?? 0)];
    const [record] = found;
    const identity = record ? `id ${resource.idOf(record)}` : `key ${key}`;
    const before = rowOfRecord.get(identity);
    rowOfRecord.set(identity, before ?? row);
    if (before !== undefined) fault('', `与第${before}行是同一条记录`);
    else if (idText !== '' && !record) fault('编号', `编号 ${idText.slice(0, 30)} 不存在`);
    else if (found.length > 1) fault('', '有多条这样的记录，请用“编号”列指明是哪一条');

    const values: Record<string, unknown> = {};
    const later: Record<string, number> = {};
    for (const [field] of columns.fields) {
      const column = columnOf(field);
      const text = texts[field] ?? '';
      // An empty number or choice keeps the value; a new record gets its default.
      if (text === '' && (column.type === 'number' || column.type === 'choice')) continue;
      // What the record has needs no look-up: its name may be ambiguous, or no longer chosen anew.
      if (record && sameText(textOfValue(field, Reflect.get(record, field)), text, column)) continue;
      const read = readCell(text, {
        column,
        lookup: lookups[field],
        schema: schemaOf(field),
        isLater: (name) => rowOfPath.has(name),
      });
      if ('fault' in read) fault(column.head, read.fault);
      else if ('later' in read) later[field] = rowOfPath.get(read.later) ?? 0;
      else values[field] = read.value;
    }
    if (!record && idText === '') {
      for (const [field, { head, isRequired }] of Object.entries(spec.columns)) {
        const isGiven = (texts[field] ?? '') !== '' || Reflect.get(defaults, field) !== undefined;
        const isFaulty = faults.some(({ column }) => column === head);
        if (isRequired === true && !isGiven && !isFaulty) fault(head, `新增时必须填写${head}`);
      }
      const path = pathOf?.(texts);
      if (path !== undefined && !rowOfPath.has(path)) rowOfPath.set(path, row);
    }

    const name = spec.key
      .map((field) => texts[field] ?? '')
      .filter((text) => text !== '')
      .join('/');
    const changes = (from: Row | undefined) =>
      columns.fields.flatMap(([field]) => {
        const after = field in later ? (texts[field] ?? '') : textOfValue(field, values[field]);
        const old = from === undefined ? '' : textOfValue(field, from[field]);
        const isSame = !(field in values || field in later) || sameText(old, after, columnOf(field));
        return isSame ? [] : [{ field, head: columnOf(field).head, before: old, after }];
      });
    if (record) {
      const stored = record as Row;
      const changed = changes(stored);
      for (const { field, head } of changed) {
        if (columnOf(field).isFixed) fault(head, `${head}不能修改`);
      }
      if (faults.length === 0 && changed.length === 0) result.unchanged += 1;
      if (faults.length === 0 && changed.length > 0) {
        const kept = Object.keys(shape).filter((field) => field in stored && !columnOf(field).isFixed);
        const fixed = Object.keys(values).filter((field) => columnOf(field).isFixed);
        const input = { ...Object.fromEntries(kept.map((field) => [field, stored[field]])), ...values };
        for (const field of fixed) delete input[field];
        result.planned.push({
          row,
          name: name || keyOfRecord(record).replaceAll('\n', '/'),
          id: resource.idOf(record),
          version: resource.versionOf(record),
          input,
          later,
          fields: changed.map(({ head, before: old, after }) => ({ head, before: old, after })),
        });
      }
    } else if (faults.length === 0) {
      const given = { ...defaults, ...values };
      result.planned.push({
        row,
        name,
        input: { ...absentFields(shape, given), ...given },
        later,
        fields: changes(undefined).map(({ head, after }) => ({ head, before: '', after })),
      });
    }
    result.faults.push(...faults);
  }
  return result;
}

/** What the endpoint's body assumes for fields that are not given. */
function absentFields(shape: Record<string, unknown>, given: object): Record<string, unknown> {
  const assumed: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(shape)) {
    if (field in given || !(schema instanceof z.ZodMiniType)) continue;
    const result = schema.safeParse(undefined);
    if (result.success) assumed[field] = result.data;
  }
  return assumed;
}

/** The order of names does not matter. */
function sameText(a: string, b: string, { type }: ImportColumn): boolean {
  const sorted = (text: string) => text.split('、').toSorted().join('、');
  return type === 'names' ? sorted(a) === sorted(b) : a.trim() === b.trim();
}
