import type { ProcessKey } from '#domain/pricing/types.ts';
import { isNoWork } from '#domain/process-tree/chosen-processes.ts';
import { appliesTo, processKey } from '#domain/process-tree/process-tree.ts';
import { findMaterial, type QuoteCatalogue } from '../draft/catalogue-types.ts';
import type { PartFields } from '../draft/draft.ts';
import type { CheckedPart } from '../draft/validation.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { fieldsOf, finishProcess } from './choices.ts';
import { BILL_FIELDS, type BillColumn } from './headings.ts';

/** The columns of the table: the usual ones, and those of the shown processes before the remark. */
export function tableColumns(shown: readonly ProcessKey[]): BillColumn[] {
  return [...BILL_FIELDS.slice(0, -1), ...shown, 'remark'];
}

/**
 * The processes that need a column: some part lacks a choice, states one that was not understood, or has another than a new part
 * or one that costs something.
 */
export function processesToShow(
  parts: readonly PartFields[],
  usual: PartFields['selections'],
  scope: Pick<QuoteScope, 'catalogue' | 'viewOf'>,
): ProcessKey[] {
  const { tree } = scope.catalogue;
  const finish = finishProcess(tree);
  return tree
    .filter((process) => process !== finish)
    .map(({ id }) => processKey(id))
    .filter((key) => parts.some((part) => shownBy(part, usual, scope).has(key)));
}

/** By what was checked, which a part gets again with each change of it or of the catalogue. */
const known = new WeakMap<CheckedPart, ReadonlySet<ProcessKey>>();

function shownBy(
  part: PartFields,
  usual: PartFields['selections'],
  { catalogue, viewOf }: Pick<QuoteScope, 'catalogue' | 'viewOf'>,
): ReadonlySet<ProcessKey> {
  const { checked } = viewOf(part);
  const found = known.get(checked) ?? findShown(part, usual, catalogue, checked.errors ?? {});
  known.set(checked, found);
  return found;
}

function findShown(
  part: PartFields,
  usual: PartFields['selections'],
  catalogue: QuoteCatalogue,
  errors: Readonly<Record<string, string>>,
): ReadonlySet<ProcessKey> {
  const material = findMaterial(catalogue, part.materialId);
  const shown = catalogue.tree.filter((process) => {
    const key = processKey(process.id);
    if (
      fieldsOf(process, part.selections).some((field) => errors[field] !== undefined || field in part.unread)
    )
      return true;
    const chosen = process.children.find(({ id }) => id === part.selections[key]);
    if (!chosen || !material || !appliesTo(process, material.id)) return false;
    const isFree = !material.processConfig.some(({ id, price }) => id === chosen.id && price > 0);
    const isUsual =
      chosen.id === usual[key] || isNoWork({ processName: process.name, optionName: chosen.name });
    return !(isUsual && isFree);
  });
  return new Set(shown.map(({ id }) => processKey(id)));
}
