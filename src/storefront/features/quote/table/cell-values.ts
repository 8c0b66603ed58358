import { processKey } from '#domain/process-tree/process-tree.ts';
import { findMaterial, type QuoteCatalogue } from '../draft/catalogue-types.ts';
import type { PartFields } from '../draft/draft.ts';
import { materialNamed } from '../draft/material-names.ts';
import { MEASURED_FIELDS, readMeasure, readSize } from '../draft/size-text.ts';
import { BILL_FIELDS, type BillField, type BillRow, type KnownNames } from './bill.ts';
import { finishesFor, finishNamed, finishProcess, finishText, withFinish } from './finish.ts';

const isMeasured = (field: BillField) => MEASURED_FIELDS.find((measured) => measured === field);

/** The field of a part, as its errors and its element are named. */
export function fieldOf(column: BillField, catalogue: QuoteCatalogue): string {
  const process = finishProcess(catalogue.tree);
  return column === 'finish' && process ? processKey(process.id) : column;
}

/** The text of a cell: what is chosen, or what was pasted and not understood. */
export function cellText(part: PartFields, column: BillField, catalogue: QuoteCatalogue): string {
  if (column === 'material')
    return part.unread['material'] ?? findMaterial(catalogue, part.materialId)?.name ?? '';
  if (column === 'finish')
    return part.unread[fieldOf('finish', catalogue)] ?? finishText(catalogue.tree, part.selections);
  return part[column];
}

/** The part with the text of one cell. Text that names no material or finish stays in its cell, unread. */
export function withCell<P extends PartFields>(
  part: P,
  column: BillField,
  text: string,
  catalogue: QuoteCatalogue,
): P {
  if (column === 'material' || column === 'finish') {
    const { [column]: _assumed, ...assumed } = part.assumed ?? {};
    const chosen = { ...part, assumed };
    return column === 'material'
      ? withMaterialText(chosen, text.trim(), catalogue)
      : withFinishText(chosen, text.trim(), catalogue);
  }
  const size = column === 'length' ? readSize(text) : undefined;
  if (size) return { ...part, length: size[0], width: size[1], height: size[2] };
  const measured = isMeasured(column);
  return { ...part, [column]: measured ? (readMeasure(measured, text) ?? text.trim()) : text };
}

/** A part with all cells of a row of a bill; empty cells leave the part as it is. */
export function withRow<P extends PartFields>(part: P, row: Partial<BillRow>, catalogue: QuoteCatalogue): P {
  return BILL_FIELDS.reduce((next, column) => {
    const text = row[column] ?? '';
    return text === '' ? next : withCell(next, column, text, catalogue);
  }, part);
}

/** The part with its material and finish marked where its row names none and they are still the default's. */
export function withAssumed<P extends PartFields>(
  part: P,
  row: Partial<BillRow>,
  defaults: PartFields,
  catalogue: QuoteCatalogue,
): P {
  const { materialId } = part;
  const finishes = materialId === null ? [] : finishesFor(catalogue.tree, materialId);
  const isOffered = (finish: string) => finishes.some(({ text }) => text === finish);
  const assumed: Record<string, string> = {};
  for (const column of ['material', 'finish'] as const) {
    const text = cellText(part, column, catalogue);
    const isDefault = text !== '' && text === cellText(defaults, column, catalogue);
    if (row[column] === '' && isDefault && (column === 'material' || isOffered(text))) assumed[column] = text;
  }
  return { ...part, assumed };
}

/** A line of pasted cells from a column on. A size in one cell takes the columns of three. */
export function rowFrom(cells: readonly string[], start: BillField): Partial<BillRow> {
  const row: Partial<BillRow> = {};
  let at = BILL_FIELDS.indexOf(start);
  for (const cell of cells) {
    const column = BILL_FIELDS[at];
    if (column === undefined) break;
    const size = column === 'length' ? readSize(cell) : undefined;
    if (size) [row.length, row.width, row.height] = size;
    else row[column] = cell;
    at = size ? BILL_FIELDS.indexOf('num') : at + 1;
  }
  return row;
}

/** What the catalogue names, for columns without headings. */
export function namesIn({ materials, tree }: QuoteCatalogue): KnownNames {
  const process = finishProcess(tree)?.name ?? '';
  const finishes = materials.map(({ id }) => finishesFor(tree, id));
  return {
    isMaterial: (text) => materialNamed(materials, text) !== undefined,
    isFinish: (text) => finishes.some((some) => finishNamed(some, text, process) !== undefined),
  };
}

function withMaterialText<P extends PartFields>(part: P, text: string, catalogue: QuoteCatalogue): P {
  const { material: _read, ...unread } = part.unread;
  const found = materialNamed(catalogue.materials, text);
  if (!found)
    return { ...part, materialId: null, unread: text === '' ? unread : { ...unread, material: text } };
  const next = { ...part, materialId: found.id, unread };
  // A finish that came with an unknown material may suit this one.
  const finish = unread[fieldOf('finish', catalogue)];
  return finish === undefined ? next : withFinishText(next, finish, catalogue);
}

function withFinishText<P extends PartFields>(part: P, text: string, catalogue: QuoteCatalogue): P {
  const process = finishProcess(catalogue.tree);
  const key = fieldOf('finish', catalogue);
  const { [key]: _read, ...unread } = part.unread;
  const finishes = part.materialId === null ? [] : finishesFor(catalogue.tree, part.materialId);
  const found = finishNamed(finishes, text, process?.name ?? '');
  return {
    ...part,
    selections: withFinish(catalogue.tree, part.selections, found),
    unread: found || text === '' ? unread : { ...unread, [key]: text },
  };
}
