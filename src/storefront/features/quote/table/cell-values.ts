import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { ProcessKey } from '#domain/pricing/types.ts';
import { processKey } from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { findMaterial, type QuoteCatalogue } from '../draft/catalogue-types.ts';
import { emptyFields, isProcessKey, type PartFields } from '../draft/draft.ts';
import { findMaterialInText } from '../draft/material-names.ts';
import { NUMERIC_FIELDS } from '../draft/size-text.ts';
import { BOM_FIELDS, type TableColumn, type BomField, type BomRow, findProcessByTitle } from './headings.ts';
import { meansNone, mentionsFinish } from './choice-words.ts';
import { findChoice, choicesFor, choiceText, fieldsOf, findFinishProcess, withChoice } from './choices.ts';
import type { CatalogueNames } from './guess-columns.ts';
import { readMeasureNotation, readSizeNotation } from './list-size.ts';

const findMeasuredField = (field: TableColumn) => NUMERIC_FIELDS.find((measured) => measured === field);

/** The process of a column; undefined for a column of text, a number or the material. */
export function processOf(column: TableColumn, { tree }: QuoteCatalogue): ProcessNode | undefined {
  if (column === 'finish') return findFinishProcess(tree);
  return isProcessKey(column) ? tree.find(({ id }) => processKey(id) === column) : undefined;
}

/** The key of a column in the errors of a part and in its element ids. */
export function fieldOf(column: TableColumn, catalogue: QuoteCatalogue): string {
  const process = processOf(column, catalogue);
  return process ? processKey(process.id) : column;
}

export const isChoice = (column: TableColumn): column is 'finish' | ProcessKey =>
  column === 'finish' || isProcessKey(column);

/** The error of a cell or of a choice nested in it. */
export function cellError(
  part: PartFields,
  column: TableColumn,
  errors: FieldErrors,
  catalogue: QuoteCatalogue,
): string | undefined {
  const process = processOf(column, catalogue);
  const fields = process ? fieldsOf(process, part.selections) : [column];
  return fields.map((field) => errors[field]).find((error) => error !== undefined);
}

export function optionsOf(part: PartFields, column: TableColumn, catalogue: QuoteCatalogue): string[] {
  if (column === 'material') return catalogue.materials.map(({ name }) => name);
  return choicesFor(processOf(column, catalogue), part.materialId).map(({ text }) => text);
}

/** The chosen value of a cell, or pasted text that was not understood. */
export function cellText(part: PartFields, column: TableColumn, catalogue: QuoteCatalogue): string {
  if (column === 'material')
    return part.unread['material'] ?? findMaterial(catalogue, part.materialId)?.name ?? '';
  if (!isChoice(column)) return part[column];
  return part.unread[fieldOf(column, catalogue)] ?? choiceText(processOf(column, catalogue), part.selections);
}

/** Sets one cell from text. Text that matches no material or option stays in the cell as `unread`. */
export function withCell<P extends PartFields>(
  part: P,
  column: TableColumn,
  text: string,
  catalogue: QuoteCatalogue,
): P {
  if (column === 'material') return withMaterialText(part, text.trim(), catalogue);
  if (column === 'finish') return withChoiceText({ ...part, assumed: {} }, column, text.trim(), catalogue);
  if (isChoice(column)) return withChoiceText(part, column, text.trim(), catalogue);
  const size = column === 'length' ? readSizeNotation(text) : undefined;
  if (size) {
    const [length, width, height] = size.sides;
    return { ...part, length, width, height, isRound: size.isRound };
  }
  const measured = findMeasuredField(column);
  return { ...part, [column]: measured ? (readMeasureNotation(measured, text) ?? text.trim()) : text };
}

/** Sets all cells of a row; empty cells change nothing. */
export function withRow<P extends PartFields>(part: P, row: Partial<BomRow>, catalogue: QuoteCatalogue): P {
  const columns = [...BOM_FIELDS, ...Object.keys(row).filter(isProcessKey)];
  const filled = columns.reduce((next, column) => {
    const text = row[column] ?? '';
    return text === '' ? next : withCell(next, column, text, catalogue);
  }, part);
  const sized = row.length === undefined ? filled : { ...filled, isRound: row.isRound ?? false };
  return row.remark ? withStatements(sized, row, catalogue) : sized;
}

/** Words for a process in a remark: ±0.02, Ra0.8, 4-M6, 发黑, 调质, 三坐标. */
const STATEMENTS: readonly [title: string, pattern: RegExp][] = [
  ['公差', /±|\+\/-|公差|1804|2768|\bit\d|(?:平面|平行|垂直|同[轴心]|直线|对称|轮廓|倾斜|位置|圆柱)度|跳动/i],
  // Fits: H7, g6; but not M6.
  ['公差', /(?<![A-Za-z])(?:[Hh][5-9]|[gfknp][5-8])(?![\d.])/],
  ['粗糙度', /ra\s*\d|粗糙度|光洁度/i],
  ['螺纹', /\bm\d|螺纹|攻[丝牙]|[牙丝]套|\bun[cf]\b|npt/i],
  ['热处理', /调质|淬火|渗碳|退火|回火|正火|固溶|时效|去应力|热处理|hrc/i],
  ['检验', /三坐标|全检|cmm|fai|检[验测]|首件/i],
  ['打标', /打标|镭雕|丝印|刻字|激光/],
];
/** Remarks that contradict a cell of the row: the cell then holds both texts. */
const CONTRADICTIONS: readonly [column: 'material' | 'num' | 'length', pattern: RegExp][] = [
  [
    'material',
    /材[料质](?:改|换|用|代)|改用|(?:客供|自备|来)料|料[^，]{0,4}(?:自备|客供)|来料加工|不含料|不含材料|(?:只|仅|纯)报?加工费?$/,
  ],
  // Otherwise the sides would be read as finished sides in mm.
  [
    'length',
    /尺寸[^，]{0,3}(?:毛坯|余量)|毛坯(?:尺寸|状态)|单位[^，]{0,3}(?:cm|dm|厘米|分米|英[寸吋尺]|inch|in$|(?<!m)m$|(?<!毫)米$)/i,
  ],
  [
    'num',
    /^(?:标准件|外购件?|外采件?|采购件|客供件?|自备件?|不加工|无需加工)$|数量(?:改|变|增|减)|^(?:本?[件项行])?(?:已?取消|作废|暂停|暂不.{0,4}|不用?[做报]价?了?)$/,
  ],
];

/** A title before a statement: 检验 in 检验：三坐标, 公差 in 公差±0.02. */
const TITLE =
  /^(?:[^：:]{1,8}[：:]|(?:未注|尺寸|线性|表面)*(?:公差|粗糙度|光洁度|热处理|处理)(?:为|要求|按)*(?=.))\s*/;

/**
 * Applies the statements in a remark to their processes, unless a column of the row already states those. A statement that is not
 * understood becomes `unread`, so that a remark never hides work that the price leaves out.
 */
function withStatements<P extends PartFields>(part: P, row: Partial<BomRow>, catalogue: QuoteCatalogue): P {
  const { tree } = catalogue;
  const finish = findFinishProcess(tree);
  /** Statements by column; a remark may have several for one column: 4-M4 and 2-M6. */
  const stated = new Map<'finish' | 'material' | 'num' | 'length' | ProcessKey, string[]>();
  for (const statement of (row.remark ?? '').split(/[，,；;。\n]+/)) {
    const text = statement.replace(TITLE, '').trim();
    if (text === '') continue;
    const [contradicted] =
      CONTRADICTIONS.find(([, pattern]) => pattern.test(text) || pattern.test(statement.trim())) ?? [];
    const [title] = STATEMENTS.find(([, pattern]) => pattern.test(text)) ?? [];
    const process = mentionsFinish(text)
      ? finish
      : title !== undefined
        ? findProcessByTitle(title, tree)
        : isColour(text)
          ? findUnsetColour(part, tree)
          : undefined;
    const key = process && processKey(process.id);
    const column = contradicted ?? (process === finish && process ? 'finish' : key);
    if (column === undefined) continue;
    if (!contradicted && ((row[column] ?? '') !== '' || (key && part.unread[key] !== undefined))) continue;
    stated.set(column, [...(stated.get(column) ?? (contradicted ? [row[contradicted] ?? ''] : [])), text]);
  }
  return [...stated].reduce(
    (next, [column, texts]) => withCell(next, column, texts.join('，'), catalogue),
    part,
  );
}

const isColour = (text: string) => /^(?:[本黑白灰红蓝绿黄]色?|透明)$/.test(text);
const colourProcessOf = (tree: QuoteCatalogue['tree']) => tree.find(({ name }) => name.includes('颜色'));

/** The colour process, if the part's material offers it and it is not chosen yet. */
function findUnsetColour(part: PartFields, tree: QuoteCatalogue['tree']): ProcessNode | undefined {
  const process = colourProcessOf(tree);
  const isUnset = process && part.selections[processKey(process.id)] === undefined;
  return isUnset && choicesFor(process, part.materialId).length > 0 ? process : undefined;
}

/** Recognises names of the catalogue in the columns and rows of a BOM. */
export function catalogueNamesOf(catalogue: QuoteCatalogue): CatalogueNames {
  const { materials, tree } = catalogue;
  const finish = findFinishProcess(tree);
  const others = tree.filter((process) => process !== finish);
  const finishes = materials.map(({ id }) => choicesFor(finish, id));
  const colour = colourProcessOf(others);
  return {
    isMaterial: (text) => text !== '' && withMaterialText(emptyFields, text, catalogue).materialId !== null,
    isFinish: (text) =>
      finishes.some((choices) => findChoice(choices, text, finish?.name ?? '') !== undefined),
    processOf: (title) => {
      const process = findProcessByTitle(title, others);
      return process && processKey(process.id);
    },
    colourKey: colour && processKey(colour.id),
  };
}

function withMaterialText<P extends PartFields>(part: P, text: string, catalogue: QuoteCatalogue): P {
  const { material: _removed, ...unread } = part.unread;
  const match = findMaterialInText(catalogue.materials, text);
  const stated = match && choicesIn(match.rest, match.material.id, catalogue);
  if (!match || !stated)
    return { ...part, materialId: null, unread: text === '' ? unread : { ...unread, material: text } };
  const next = { ...part, materialId: match.material.id, unread };
  // Unread choices may match the options of this material.
  const reread = Object.entries(unread).reduce((filled, [field, words]) => {
    const column = choiceColumnOf(field, catalogue);
    return column ? withChoiceText(filled, column, words, catalogue) : filled;
  }, next);
  return stated.reduce((filled, [column, words]) => withChoiceText(filled, column, words, catalogue), reread);
}

type Statement = [column: 'finish' | ProcessKey, words: string];

/** The choices in the rest of a material's text, such as the colour in POM黑色; undefined for other words. */
function choicesIn(rest: string, materialId: number, catalogue: QuoteCatalogue): Statement[] | undefined {
  if (rest === '') return [];
  const { tree } = catalogue;
  const colour = colourProcessOf(tree);
  const matching = tree.filter(
    (process) => !meansNone(rest) && findChoice(choicesFor(process, materialId), rest, process.name),
  );
  const isOffered = colour !== undefined && choicesFor(colour, materialId).length > 0;
  const [process, ...others] = isColour(rest) ? (isOffered ? [colour] : []) : matching;
  if (!process || others.length > 0) return undefined;
  return [[process === findFinishProcess(tree) ? 'finish' : processKey(process.id), rest]];
}

function choiceColumnOf(field: string, { tree }: QuoteCatalogue): 'finish' | ProcessKey | undefined {
  const finish = findFinishProcess(tree);
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
  const { [key]: _removed, ...unread } = part.unread;
  const choices = choicesFor(process, part.materialId);
  const choice = findChoice(choices, text, process?.name ?? '');
  // A dash under 公差, or 无 for a process that the material does not offer, keeps the default choice.
  const keepsDefault = meansNone(text, process?.name) && (column !== 'finish' || choices.length === 0);
  if (!choice && keepsDefault) return { ...part, unread };
  return {
    ...part,
    selections: withChoice(process, part.selections, choice),
    unread: choice || text === '' ? unread : { ...unread, [key]: text },
  };
}

/** The cells of a pasted line by column, from `start` on. A size in one cell fills three columns. */
export function rowFrom(
  cells: readonly string[],
  start: TableColumn,
  columns: readonly TableColumn[] = BOM_FIELDS,
): Partial<BomRow> {
  const row: Partial<BomRow> = {};
  let index = columns.indexOf(start);
  for (const cell of cells) {
    const column = columns[index];
    if (column === undefined) break;
    const size = column === 'length' ? readSizeNotation(cell) : undefined;
    if (size) {
      [row.length, row.width, row.height] = size.sides;
      row.isRound = size.isRound;
    } else row[column as BomField] = cell;
    index = size ? columns.indexOf('num') : index + 1;
  }
  return row;
}
