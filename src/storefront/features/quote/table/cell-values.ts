import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { ProcessKey } from '#domain/pricing/types.ts';
import { processKey } from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { findMaterial, type QuoteCatalogue } from '../draft/catalogue-types.ts';
import { emptyFields, isProcessKey, type PartFields } from '../draft/draft.ts';
import { materialWithin } from '../draft/material-names.ts';
import { MEASURED_FIELDS } from '../draft/size-text.ts';
import { BILL_FIELDS, type BillColumn, type BillField, type BillRow, processTitled } from './headings.ts';
import { isNone, namesFinish } from './choice-words.ts';
import { choiceNamed, choicesFor, choiceText, fieldsOf, finishProcess, withChoice } from './choices.ts';
import type { KnownNames } from './guess-columns.ts';
import { readListedMeasure, readListedSize } from './list-size.ts';

const isMeasured = (field: BillColumn) => MEASURED_FIELDS.find((measured) => measured === field);

/** The process of a column; undefined for a column of text, a number or the material. */
export function processOf(column: BillColumn, { tree }: QuoteCatalogue): ProcessNode | undefined {
  if (column === 'finish') return finishProcess(tree);
  return isProcessKey(column) ? tree.find(({ id }) => processKey(id) === column) : undefined;
}

/** The field of a part, as its errors and its element are named. */
export function fieldOf(column: BillColumn, catalogue: QuoteCatalogue): string {
  const process = processOf(column, catalogue);
  return process ? processKey(process.id) : column;
}

export const isChoice = (column: BillColumn): column is 'finish' | ProcessKey =>
  column === 'finish' || isProcessKey(column);

/** The error of a cell, also of a nested choice. */
export function cellError(
  part: PartFields,
  column: BillColumn,
  errors: FieldErrors,
  catalogue: QuoteCatalogue,
): string | undefined {
  const process = processOf(column, catalogue);
  const fields = process ? fieldsOf(process, part.selections) : [column];
  return fields.map((field) => errors[field]).find((error) => error !== undefined);
}

/** The choices of a cell. */
export function optionsOf(part: PartFields, column: BillColumn, catalogue: QuoteCatalogue): string[] {
  if (column === 'material') return catalogue.materials.map(({ name }) => name);
  return choicesFor(processOf(column, catalogue), part.materialId).map(({ text }) => text);
}

/** The text of a cell: what is chosen, or what was pasted and not understood. */
export function cellText(part: PartFields, column: BillColumn, catalogue: QuoteCatalogue): string {
  if (column === 'material')
    return part.unread['material'] ?? findMaterial(catalogue, part.materialId)?.name ?? '';
  if (!isChoice(column)) return part[column];
  return part.unread[fieldOf(column, catalogue)] ?? choiceText(processOf(column, catalogue), part.selections);
}

/** The part with the text of one cell. Text that names no material or option stays in its cell, unread. */
export function withCell<P extends PartFields>(
  part: P,
  column: BillColumn,
  text: string,
  catalogue: QuoteCatalogue,
): P {
  if (column === 'material') return withMaterialText(part, text.trim(), catalogue);
  if (column === 'finish') return withChoiceText({ ...part, assumed: {} }, column, text.trim(), catalogue);
  if (isChoice(column)) return withChoiceText(part, column, text.trim(), catalogue);
  const size = column === 'length' ? readListedSize(text) : undefined;
  if (size) {
    const [length, width, height] = size.sides;
    return { ...part, length, width, height, isRound: size.isRound };
  }
  const measured = isMeasured(column);
  return { ...part, [column]: measured ? (readListedMeasure(measured, text) ?? text.trim()) : text };
}

/** A part with all cells of a row of a bill; empty cells change nothing. */
export function withRow<P extends PartFields>(part: P, row: Partial<BillRow>, catalogue: QuoteCatalogue): P {
  const columns = [...BILL_FIELDS, ...Object.keys(row).filter(isProcessKey)];
  const filled = columns.reduce((next, column) => {
    const text = row[column] ?? '';
    return text === '' ? next : withCell(next, column, text, catalogue);
  }, part);
  const sized = row.length === undefined ? filled : { ...filled, isRound: row.isRound ?? false };
  return row.remark ? withStatements(sized, row, catalogue) : sized;
}

/** Words for a process within a remark: ±0.02, Ra0.8, 4-M6, 发黑, 调质, 三坐标. */
const STATEMENTS: readonly [title: string, pattern: RegExp][] = [
  ['公差', /±|\+\/-|公差|1804|2768|\bit\d|(?:平面|平行|垂直|同[轴心]|直线|对称|轮廓|倾斜|位置|圆柱)度|跳动/i],
  // Fits: H7, g6; M6 is none.
  ['公差', /(?<![A-Za-z])(?:[Hh][5-9]|[gfknp][5-8])(?![\d.])/],
  ['粗糙度', /ra\s*\d|粗糙度|光洁度/i],
  ['螺纹', /\bm\d|螺纹|攻[丝牙]|[牙丝]套|\bun[cf]\b|npt/i],
  ['热处理', /调质|淬火|渗碳|退火|回火|正火|固溶|时效|去应力|热处理|hrc/i],
  ['检验', /三坐标|全检|cmm|fai|检[验测]|首件/i],
  ['打标', /打标|镭雕|丝印|刻字|激光/],
];
/** Remarks that change what the row states: both stay in its cell. */
const CHANGES: readonly [column: 'material' | 'num' | 'length', pattern: RegExp][] = [
  [
    'material',
    /材[料质](?:改|换|用|代)|改用|(?:客供|自备|来)料|料[^，]{0,4}(?:自备|客供)|来料加工|不含料|不含材料|(?:只|仅|纯)报?加工费?$/,
  ],
  // Without a word about mm they are read as finished sides in mm.
  [
    'length',
    /尺寸[^，]{0,3}(?:毛坯|余量)|毛坯(?:尺寸|状态)|单位[^，]{0,3}(?:cm|dm|厘米|分米|英[寸吋尺]|inch|in$|(?<!m)m$|(?<!毫)米$)/i,
  ],
  [
    'num',
    /^(?:标准件|外购件?|外采件?|采购件|客供件?|自备件?|不加工|无需加工)$|数量(?:改|变|增|减)|^(?:本?[件项行])?(?:已?取消|作废|暂停|暂不.{0,4}|不用?[做报]价?了?)$/,
  ],
];

/** 检验：三坐标, 公差±0.02. */
const TITLE =
  /^(?:[^：:]{1,8}[：:]|(?:未注|尺寸|线性|表面)*(?:公差|粗糙度|光洁度|热处理|处理)(?:为|要求|按)*(?=.))\s*/;

/**
 * A remark that states what has its own process counts for it, unless its row names that process in a column. What is stated and not
 * understood is unread there: a remark never hides work that the price leaves out.
 */
function withStatements<P extends PartFields>(part: P, row: Partial<BillRow>, catalogue: QuoteCatalogue): P {
  const { tree } = catalogue;
  const finish = finishProcess(tree);
  /** The values for one column in the remark, joined: 4-M4 and 2-M6. */
  const said = new Map<'finish' | 'material' | 'num' | 'length' | ProcessKey, string[]>();
  for (const statement of (row.remark ?? '').split(/[，,；;。\n]+/)) {
    const text = statement.replace(TITLE, '').trim();
    if (text === '') continue;
    const [changed] =
      CHANGES.find(([, pattern]) => pattern.test(text) || pattern.test(statement.trim())) ?? [];
    const [title] = STATEMENTS.find(([, pattern]) => pattern.test(text)) ?? [];
    const process = namesFinish(text)
      ? finish
      : title !== undefined
        ? processTitled(title, tree)
        : isColour(text)
          ? openColour(part, tree)
          : undefined;
    const key = process && processKey(process.id);
    const column = changed ?? (process === finish && process ? 'finish' : key);
    if (column === undefined) continue;
    if (!changed && ((row[column] ?? '') !== '' || (key && part.unread[key] !== undefined))) continue;
    said.set(column, [...(said.get(column) ?? (changed ? [row[changed] ?? ''] : [])), text]);
  }
  return [...said].reduce(
    (next, [column, texts]) => withCell(next, column, texts.join('，'), catalogue),
    part,
  );
}

const isColour = (text: string) => /^(?:[本黑白灰红蓝绿黄]色?|透明)$/.test(text);
const colourOf = (tree: QuoteCatalogue['tree']) => tree.find(({ name }) => name.includes('颜色'));

/** The process for the colour of the part's material, while it is open. */
function openColour(part: PartFields, tree: QuoteCatalogue['tree']): ProcessNode | undefined {
  const process = colourOf(tree);
  const isOpen = process && part.selections[processKey(process.id)] === undefined;
  return isOpen && choicesFor(process, part.materialId).length > 0 ? process : undefined;
}

/** The names of the catalogue, for columns and rows of a bill. */
export function namesIn(catalogue: QuoteCatalogue): KnownNames {
  const { materials, tree } = catalogue;
  const finish = finishProcess(tree);
  const others = tree.filter((process) => process !== finish);
  const finishes = materials.map(({ id }) => choicesFor(finish, id));
  const colour = colourOf(others);
  return {
    isMaterial: (text) => text !== '' && withMaterialText(emptyFields, text, catalogue).materialId !== null,
    isFinish: (text) => finishes.some((some) => choiceNamed(some, text, finish?.name ?? '') !== undefined),
    processOf: (title) => {
      const process = processTitled(title, others);
      return process && processKey(process.id);
    },
    colourKey: colour && processKey(colour.id),
  };
}

function withMaterialText<P extends PartFields>(part: P, text: string, catalogue: QuoteCatalogue): P {
  const { material: _read, ...unread } = part.unread;
  const found = materialWithin(catalogue.materials, text);
  const stated = found && statedBy(found.rest, found.material.id, catalogue);
  if (!found || !stated)
    return { ...part, materialId: null, unread: text === '' ? unread : { ...unread, material: text } };
  const next = { ...part, materialId: found.material.id, unread };
  // Choices made with an unknown material may suit this one.
  const read = Object.entries(unread).reduce((filled, [field, words]) => {
    const column = columnOf(field, catalogue);
    return column ? withChoiceText(filled, column, words, catalogue) : filled;
  }, next);
  return stated.reduce((filled, [column, words]) => withChoiceText(filled, column, words, catalogue), read);
}

type Statement = [column: 'finish' | ProcessKey, words: string];

/** What words beside a material choose, such as the colour in POM黑色; undefined for words that mean something else. */
function statedBy(rest: string, materialId: number, catalogue: QuoteCatalogue): Statement[] | undefined {
  if (rest === '') return [];
  const { tree } = catalogue;
  const colour = colourOf(tree);
  const named = tree.filter(
    (process) => !isNone(rest) && choiceNamed(choicesFor(process, materialId), rest, process.name),
  );
  const isOffered = colour !== undefined && choicesFor(colour, materialId).length > 0;
  const [process, ...others] = isColour(rest) ? (isOffered ? [colour] : []) : named;
  if (!process || others.length > 0) return undefined;
  return [[process === finishProcess(tree) ? 'finish' : processKey(process.id), rest]];
}

function columnOf(field: string, { tree }: QuoteCatalogue): 'finish' | ProcessKey | undefined {
  const finish = finishProcess(tree);
  if (field === 'finish' || (finish && field === processKey(finish.id))) return 'finish';
  return isProcessKey(field) ? field : undefined;
}

function withChoiceText<P extends PartFields>(
  part: P,
  column: 'finish' | ProcessKey,
  text: string,
  catalogue: QuoteCatalogue,
): P {
  const process = processOf(column, catalogue);
  const key = fieldOf(column, catalogue);
  const { [key]: _read, ...unread } = part.unread;
  const choices = choicesFor(process, part.materialId);
  const found = choiceNamed(choices, text, process?.name ?? '');
  // A dash under 公差, and 无 under a process that the material does not have, keep the usual choice.
  const isUsual = isNone(text, process?.name) && (column !== 'finish' || choices.length === 0);
  if (!found && isUsual) return { ...part, unread };
  return {
    ...part,
    selections: withChoice(process, part.selections, found),
    unread: found || text === '' ? unread : { ...unread, [key]: text },
  };
}

/** A line of pasted cells from a column on. A size in one cell takes the columns of three. */
export function rowFrom(
  cells: readonly string[],
  start: BillColumn,
  columns: readonly BillColumn[] = BILL_FIELDS,
): Partial<BillRow> {
  const row: Partial<BillRow> = {};
  let at = columns.indexOf(start);
  for (const cell of cells) {
    const column = columns[at];
    if (column === undefined) break;
    const size = column === 'length' ? readListedSize(cell) : undefined;
    if (size) {
      [row.length, row.width, row.height] = size.sides;
      row.isRound = size.isRound;
    } else row[column as BillField] = cell;
    at = size ? columns.indexOf('num') : at + 1;
  }
  return row;
}
