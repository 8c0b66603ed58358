import { notify } from '#providers/notices.ts';
import type { PartFields } from '../draft/draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import type { QuoteState } from '../draft/quote-actions.ts';
import { checkPart, MAX_ITEMS, visibleErrors } from '../draft/validation.ts';
import type { BillRow } from './bill.ts';
import { withAssumed, withRow } from './cell-values.ts';

interface Filling {
  state: QuoteState;
  scope: QuoteScope;
  /** The content of a new part. */
  newPart: PartFields;
  /** The part that takes the first row; the next parts take the next rows, and the others become new parts. */
  from: number;
  rows: readonly Partial<BillRow>[];
}

/** Fills parts with the rows of a bill or of pasted cells, and reports how much was understood. */
export function fillRows({ state, scope, newPart, from, rows }: Filling): void {
  const fields = new Map<string, PartFields>();
  const added: PartFields[] = [];
  const fitting = rows.slice(0, MAX_ITEMS - from);
  for (const [index, row] of fitting.entries()) {
    const part = state.parts[from + index];
    const filled = withRow<PartFields>(part ?? newPart, row, state.catalogue);
    const marked = withAssumed(filled, row, newPart, state.catalogue);
    if (part) fields.set(part.key, marked);
    else added.push(marked);
  }
  scope.dispatch({ type: 'bulkSet', fields, added });
  report(rows.length - fitting.length, [...fields.values(), ...added], state);
}

/** A part as before any attempt to order it. */
const unseen = { key: '', isOpen: true, isChecked: false, pendingFiles: 0, notices: [] };

function report(left: number, filled: readonly PartFields[], { catalogue }: QuoteState): void {
  const marked = filled.filter((part) => {
    const errors = checkPart(part, catalogue).errors ?? {};
    return Object.keys(visibleErrors({ ...part, ...unseen }, errors)).length > 0;
  }).length;
  const assumed = filled.filter((part) => Object.keys(part.assumed ?? {}).length > 0).length;
  const parts = [
    `已填入 ${filled.length} 行`,
    marked > 0 && `${marked} 行有没看懂的单元格，已标红`,
    assumed > 0 && `${assumed} 行没有写材料或表面处理，按默认，已用灰字标出`,
    left > 0 && `超过 ${MAX_ITEMS} 个零件的 ${left} 行没有加入`,
  ];
  const isComplete = marked + left === 0;
  notify({ type: isComplete ? 'success' : 'warning', message: parts.filter(Boolean).join('；') });
}
