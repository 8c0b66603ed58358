import { dropInapplicable } from '#domain/process-tree/process-tree.ts';
import { withObviousSelections } from '#domain/process-tree/obvious-selections.ts';
import type { DroppedSelection } from '#domain/process-tree/types.ts';
import { findMaterial, type QuoteCatalogue } from './catalogue-types.ts';
import { isProcessKey, type PartFields } from './draft.ts';

/** A part adapted to the catalogue, with notices about removed choices. */
export interface RepairedPart<P extends PartFields = PartFields> {
  fields: P;
  notices: string[];
}

/** Removes what the catalogue no longer offers: a withdrawn material, and options unsuitable for the material. */
export function repairPart<P extends PartFields>(fields: P, catalogue: QuoteCatalogue): RepairedPart<P> {
  if (fields.materialId === null) return { fields, notices: [] };
  const material = findMaterial(catalogue, fields.materialId);
  if (!material) {
    // Keeps the selections: most will suit the next material.
    return {
      fields: { ...fields, materialId: null },
      notices: ['原来选择的材料已下架，请重新选择材料'],
    };
  }
  const { applicable, dropped } = dropInapplicable(catalogue.tree, material.id, fields.selections);
  if (dropped.length === 0) return { fields, notices: [] };
  return { fields: { ...fields, selections: applicable }, notices: droppedNotices(dropped, material.name) };
}

/**
 * Changes a part's material: removes and reports unsuitable choices, and makes obvious new ones. A process
 * whose choice was removed stays undecided, unless a single option is left.
 */
export function changeMaterial<P extends PartFields>(
  fields: P,
  materialId: number,
  catalogue: QuoteCatalogue,
): RepairedPart<P> {
  const { material: _removed, ...unread } = fields.unread;
  const repaired = repairPart({ ...fields, materialId, unread }, catalogue);
  const removed = Object.keys(fields.selections).filter((key) => !(key in repaired.fields.selections));
  return { ...repaired, fields: withObviousChoices(repaired.fields, catalogue, removed) };
}

/** Makes the choices that leave nothing to decide. Returns the same object if there are none. */
export function withObviousChoices<P extends PartFields>(
  fields: P,
  catalogue: QuoteCatalogue,
  undecided: readonly string[] = [],
): P {
  if (fields.materialId === null) return fields;
  const unread = Object.keys(fields.unread);
  const selections = {
    ...withObviousSelections(catalogue.tree, fields.materialId, fields.selections, undecided),
  };
  // Pasted text that matched no option (`unread`) says that the customer wants something else.
  for (const key of Object.keys(selections).filter(isProcessKey))
    if (unread.includes(key) && !(key in fields.selections)) delete selections[key];
  return Object.keys(selections).length === Object.keys(fields.selections).length
    ? fields
    : { ...fields, selections };
}

function droppedNotices(dropped: readonly DroppedSelection[], materialName: string): string[] {
  const named = dropped.filter(({ optionName }) => optionName !== undefined);
  // An option nested in a removed option is not reported separately.
  const outer = named.filter(({ processId }) => !named.some(({ optionId }) => optionId === processId));
  const notices = outer.map(
    ({ processName, optionName }) => `“${processName}：${optionName}”不适用于 ${materialName}，已取消选择`,
  );
  if (named.length < dropped.length) notices.push('有工艺选项已下架，已取消选择');
  return notices;
}
