import type { ProcessKey } from '#domain/pricing/types.ts';
import { needsNoWork } from '#domain/process-tree/chosen-processes.ts';
import { appliesTo, processKey } from '#domain/process-tree/process-tree.ts';
import { findMaterial, type QuoteCatalogue } from '../draft/catalogue-types.ts';
import type { PartFields } from '../draft/draft.ts';
import type { CheckedPart } from '../draft/validation.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { fieldsOf, findFinishProcess } from './choices.ts';
import { BOM_FIELDS, type TableColumn } from './headings.ts';

/** The fields of a BOM, with the shown processes before the remark. */
export function tableColumns(shown: readonly ProcessKey[]): TableColumn[] {
  return [...BOM_FIELDS.slice(0, -1), ...shown, 'remark'];
}

/**
 * The processes that need a column: in some part, the choice is missing, was not understood, costs something or differs from
 * the default.
 */
export function findShownProcesses(
  parts: readonly PartFields[],
  defaults: PartFields['selections'],
  scope: Pick<QuoteScope, 'catalogue' | 'viewOf'>,
): ProcessKey[] {
  const { tree } = scope.catalogue;
  const finish = findFinishProcess(tree);
  return tree
    .filter((process) => process !== finish)
    .map(({ id }) => processKey(id))
    .filter((key) => parts.some((part) => processesShownBy(part, defaults, scope).has(key)));
}

/** Valid as a cache key: each change of a part or of the catalogue creates a new CheckedPart. */
const cache = new WeakMap<CheckedPart, ReadonlySet<ProcessKey>>();

function processesShownBy(
  part: PartFields,
  defaults: PartFields['selections'],
  { catalogue, viewOf }: Pick<QuoteScope, 'catalogue' | 'viewOf'>,
): ReadonlySet<ProcessKey> {
  const { checked } = viewOf(part);
  const keys = cache.get(checked) ?? computeShown(part, defaults, catalogue, checked.errors ?? {});
  cache.set(checked, keys);
  return keys;
}

function computeShown(
  part: PartFields,
  defaults: PartFields['selections'],
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
    const isDefault =
      chosen.id === defaults[key] || needsNoWork({ processName: process.name, optionName: chosen.name });
    return !(isDefault && isFree);
  });
  return new Set(shown.map(({ id }) => processKey(id)));
}
