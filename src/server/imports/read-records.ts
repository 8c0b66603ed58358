import type * as z from 'zod/mini';
import {
  ID_HEAD,
  MAX_IMPORT_ROWS,
  type ImportColumn,
  type ImportSpec,
  type RecordReport,
} from '#contract/kernel/record-import.ts';
import { normalizeDay } from '#domain/delivery/day-list.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import { numberError } from '#domain/parse-number.ts';
import { originalText } from '#server/tables/table-file.ts';
import type { Cell } from '#server/tables/workbook.ts';
import { AmbiguousName, type Lookup } from './record-import.ts';

export type ImportError = RecordReport['errors'][number];
type Rows = readonly (readonly Cell[])[];

/** The columns of a file: the index of each field, and of the ids. */
export interface Columns {
  id: number | undefined;
  /** In the order of the file. */
  fields: readonly (readonly [field: string, index: number])[];
}

const MAX_ERRORS = 200;

/** The first `max` errors, and one that counts the others. */
export function limitErrors(errors: readonly ImportError[], max = MAX_ERRORS): ImportError[] {
  const excessCount = errors.length - max;
  if (excessCount <= 0) return [...errors];
  return [...errors.slice(0, max), { row: 0, column: '', message: `另有${excessCount}处错误` }];
}

/**
 * Finds the columns by their headers, in any order.
 * @param ignored further headers of an exported file
 */
export function readHeaders(
  rows: Rows,
  { columns, key }: ImportSpec,
  ignored: readonly string[],
): { columns: Columns } | { errors: ImportError[] } {
  const headers = (rows[0] ?? []).map(textOf);
  const errors: ImportError[] = [];
  const addError = (column: string, message: string) =>
    errors.push({ row: 1, column: column.slice(0, 60), message });
  const fields: [string, number][] = [];
  for (const [index, head] of headers.entries()) {
    if (head === '' || head === ID_HEAD) continue;
    const field = Object.keys(columns).find((name) => columns[name]?.head === head);
    if (headers.indexOf(head) !== index) addError(head, '列重复');
    else if (field !== undefined) fields.push([field, index]);
    else if (!ignored.includes(head)) addError(head, '不认识的列，请使用模板的表头');
  }
  const id = headers.indexOf(ID_HEAD);
  if (headers.lastIndexOf(ID_HEAD) !== id) addError(ID_HEAD, '列重复');
  for (const name of key) {
    const { head = name, mayBeMissing } = columns[name] ?? {};
    if (id === -1 && !mayBeMissing && !fields.some(([field]) => field === name))
      addError(head, '缺少此列，请使用模板的表头');
  }
  const count = rows.slice(1).filter((row) => !isBlank(row)).length;
  if (count > MAX_IMPORT_ROWS) addError('', `一次最多导入${MAX_IMPORT_ROWS}行，文件中有${count}行`);
  else if (count === 0 && errors.length === 0) addError('', '文件中没有数据');
  return errors.length > 0 ? { errors } : { columns: { id: id === -1 ? undefined : id, fields } };
}

export const isBlank = (row: readonly Cell[]) => row.every((cell) => textOf(cell) === '');

/** The text of a cell without surrounding blanks and without the apostrophe that neutralises a formula. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'string' ? originalText(cell.trim()).trim() : String(numberOf(cell) ?? cell);
}

/** Rounded to fifteen digits, the precision of spreadsheets. */
const numberOf = (cell: Cell): number | undefined =>
  typeof cell === 'number' ? Number(cell.toPrecision(15)) : undefined;

/** The texts of a row by field; days in their usual form. */
export const textsOf = (
  row: readonly Cell[],
  { fields }: Columns,
  { columns }: ImportSpec,
): Record<string, string> =>
  Object.fromEntries(
    fields.map(([field, index]) => {
      const text = textOf(row[index]);
      return [field, columns[field]?.type === 'day' ? dayOf(text) : text];
    }),
  );

/** Spreadsheets may append midnight to a day. */
const dayOf = (text: string) => normalizeDay(text.normalize('NFKC').replace(/\s+0?0:00(:00)?$/, ''));

export type ReadValue = { value: unknown } | { createdName: string } | { error: string };

interface CellRules {
  column: ImportColumn;
  lookup: Lookup | undefined;
  /** The rule of the endpoint's body for this field. */
  schema: z.ZodMiniType | undefined;
  /** Whether an earlier row of the file creates a record of this name. */
  isCreatedEarlier: (name: string) => boolean;
}

/** Reads one cell by the type of its column and the rule of the endpoint for the field. */
export function readCell(text: string, { column, lookup, schema, isCreatedEarlier }: CellRules): ReadValue {
  const result = readText(text, column, lookup, isCreatedEarlier);
  if ('error' in result || 'createdName' in result) return result;
  const issue = schema?.safeParse(result.value).error?.issues[0];
  return issue ? { error: issue.message } : result;
}

function readText(
  text: string,
  column: ImportColumn,
  lookup: Lookup | undefined,
  isCreatedEarlier: CellRules['isCreatedEarlier'],
): ReadValue {
  switch (column.type) {
    case 'text':
    case 'day':
      return { value: text };
    case 'number':
      return readNumber(text, column);
    case 'choice':
      return readChoice(text, column);
    case 'name':
      return readName(text, column, lookup, isCreatedEarlier);
    case 'names':
      return readNames(text, column, lookup);
  }
}

/** The unit of a column decides whether `30%` means 30 or 0.3; in a column without a unit it is an error. */
function readNumber(text: string, { head, unit }: ImportColumn): ReadValue {
  const plainText = text.normalize('NFKC').trim();
  const isPercent = unit !== undefined && plainText.endsWith('%');
  const number = parseFigure(isPercent ? plainText.slice(0, -1) : plainText);
  if (typeof number !== 'number')
    return { error: `${numberError(text, head)}，而不是“${text.slice(0, 30)}”` };
  return { value: isPercent && unit === 'factor' ? Number((number / 100).toPrecision(15)) : number };
}

const plain = (text: string) => text.normalize('NFKC').trim();

function readChoice(text: string, { head, values = {}, isNumeric }: ImportColumn): ReadValue {
  const choice = Object.keys(values).find((value) => plain(values[value] ?? '') === plain(text));
  if (choice === undefined) return { error: `${head}只能是 ${Object.values(values).join('、')}` };
  return { value: isNumeric ? Number(choice) : choice };
}

function readName(
  text: string,
  { head }: ImportColumn,
  lookup: Lookup | undefined,
  isCreatedEarlier: CellRules['isCreatedEarlier'],
): ReadValue {
  if (text === '') return { value: lookup?.none };
  try {
    const value = lookup?.find(text);
    if (value !== undefined) return { value };
  } catch (error) {
    if (error instanceof AmbiguousName) return { error: error.message };
    throw error;
  }
  return isCreatedEarlier(text) ? { createdName: text } : { error: `${head} ${text.slice(0, 60)} 不存在` };
}

const SEPARATOR = /[、,，;；\n]/;
const MAX_NAMES = 1000;

function readNames(text: string, column: ImportColumn, lookup: Lookup | undefined): ReadValue {
  const names = text
    .split(SEPARATOR)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length > MAX_NAMES) return { error: `${column.head}最多${MAX_NAMES}个` };
  const values: unknown[] = [];
  for (const name of names) {
    const result = readName(name, column, lookup, () => false);
    if (!('value' in result)) return result;
    if (!values.includes(result.value)) values.push(result.value);
  }
  return { value: values };
}
