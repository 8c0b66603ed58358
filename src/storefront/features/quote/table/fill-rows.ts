import { notify } from '#providers/notices.ts';
import { isBlank, isProcessKey, type PartFields } from '../draft/draft.ts';
import type { QuoteCatalogue } from '../draft/catalogue-types.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import type { QuoteState } from '../draft/quote-actions.ts';
import { changeMaterial } from '../draft/repair-part.ts';
import { checkPart, MAX_ITEMS } from '../draft/validation.ts';
import type { BomRow } from './headings.ts';
import { cellText, processOf, withRow } from './cell-values.ts';
import { normalizeChoice } from './choice-words.ts';
import { findFinishProcess, withChoice } from './choices.ts';

export interface FillRowsOptions {
  state: QuoteState;
  scope: QuoteScope;
  /** The content of a new part. */
  newPart: PartFields;
  /** Index of the part that takes the first row; rows beyond the last part become new parts. */
  from: number;
  rows: readonly Partial<BomRow>[];
}

/** Fills parts with rows of a BOM or of pasted cells, and reports how much was understood. */
export function fillRows({ state, scope, newPart, from, rows }: FillRowsOptions): void {
  const { catalogue } = state;
  const fields = new Map<string, PartFields>();
  const added: PartFields[] = [];
  const rowsThatFit = rows.slice(0, MAX_ITEMS - from);
  for (const [index, row] of rowsThatFit.entries()) {
    const part = state.parts[from + index];
    if (!part) added.push(partOfRow(row, newPart, catalogue));
    else if (isBlank(part)) fields.set(part.key, partOfRow(row, newPart, catalogue));
    else fields.set(part.key, { ...withRow<PartFields>(part, row, catalogue), isListed: true });
  }
  scope.dispatch({ type: 'bulkSet', fields, added });
  report(rows.length - rowsThatFit.length, [...fields.values(), ...added], catalogue);
}

/**
 * A new part from a row. If the row states no material, the customer has to choose one; if it states no finish, the part has
 * none. Only the other processes take their choice from the default configuration.
 */
export function partOfRow(row: Partial<BomRow>, newPart: PartFields, catalogue: QuoteCatalogue): PartFields {
  const { tree } = catalogue;
  const base: PartFields = {
    ...newPart,
    materialId: null,
    selections: withChoice(findFinishProcess(tree), newPart.selections, undefined),
    isListed: true,
  };
  const filled = withRow(base, row, catalogue);
  const { materialId } = filled;
  const repaired =
    materialId === null ? filled : changeMaterial({ ...filled, materialId }, materialId, catalogue).fields;
  const annotated = { ...repaired, remark: withDetails(repaired, row, catalogue) };
  const finish = cellText(annotated, 'finish', catalogue);
  const isAssumed = finish !== '' && finish !== cellText(filled, 'finish', catalogue);
  return isAssumed ? { ...annotated, assumed: { finish } } : annotated;
}

/** Adds figures to the remark if the chosen option covers but does not state them, such as 4-M4 for M3–M6（≤4 孔）. */
function withDetails(part: PartFields, row: Partial<BomRow>, catalogue: QuoteCatalogue): string {
  const details = Object.keys(row)
    .filter(isProcessKey)
    .flatMap((column) => {
      const text = row[column] ?? '';
      const isUnread = part.unread[column] !== undefined;
      const chosen = cellText(part, column, catalogue);
      const isStated = isUnread || !/\d/.test(text) || normalizeChoice(text) === normalizeChoice(chosen);
      return isStated ? [] : [`${processOf(column, catalogue)?.name ?? ''}：${text}`];
    });
  // The temper of stress-relieved aluminium: T651, T6511.
  const hasTemper = /T\d51[01]?(?!\d)/i.test(row.material ?? '') && part.unread['material'] === undefined;
  if (hasTemper) details.unshift(`材料：${row.material ?? ''}`);
  return [part.remark, ...details].filter(Boolean).join('；').slice(0, 500);
}

function report(dropped: number, filled: readonly PartFields[], catalogue: QuoteCatalogue): void {
  const incomplete = filled.filter((part) => checkPart(part, catalogue).errors).length;
  const assumed = filled.filter(({ assumed: assumedTexts }) => assumedTexts?.finish !== undefined).length;
  const sentences = [
    `已填入 ${filled.length} 行`,
    incomplete > 0 && `${incomplete} 行有没看懂或没有写的内容，已标红，补全后计价`,
    assumed > 0 &&
      `${assumed} 行没有写${findFinishProcess(catalogue.tree)?.name ?? '工艺'}，按无处理，已用灰字标出`,
    dropped > 0 && `超过 ${MAX_ITEMS} 个零件的 ${dropped} 行没有加入`,
  ];
  const isComplete = incomplete + dropped === 0;
  notify({ type: isComplete ? 'success' : 'warning', message: sentences.filter(Boolean).join('；') });
}
