import type { FieldErrors } from '#contract/kernel/errors.ts';
import { MAX_ITEMS, quotationItem, type QuotationItem } from '#contract/orders/part-item.ts';
import { choiceLabel } from '#domain/process-tree/choice-label.ts';
import {
  materialMissingMessage,
  missingMessage,
  processesFor,
  processKey,
} from '#domain/process-tree/process-tree.ts';
import { findMaterial, type QuoteCatalogue } from './catalogue-types.ts';
import { itemFromFields, type PartDraft, type PartFields, type TypedField } from './draft.ts';
import { needsBodyChoice, isReading } from './part-model.ts';
import { NUMERIC_FIELDS, numericProblem, SIZE_FIELDS } from './size-text.ts';

export { MAX_ITEMS };

/** A valid item, or its errors by field (`material`, `length`, `process_3` …). */
export type CheckedPart =
  { item: QuotationItem; errors?: undefined } | { item?: undefined; errors: FieldErrors };

/** Validates a part against the contract's schema and the process tree. */
export function checkPart(fields: PartFields, catalogue: QuoteCatalogue): CheckedPart {
  const errors: FieldErrors = {};
  for (const field of NUMERIC_FIELDS) {
    const problem = numericProblem(field, fields[field]);
    if (problem !== undefined) errors[field] = problem;
  }
  const parsed = quotationItem.safeParse(itemFromFields(fields));
  for (const issue of parsed.error?.issues ?? []) {
    errors[String(issue.path[0] ?? 'material')] ??= issue.message;
  }
  const material = findMaterial(catalogue, fields.materialId);
  if (material) {
    for (const { process, selected } of processesFor(catalogue.tree, material.id, fields.selections)) {
      if (selected !== undefined) continue;
      const key = processKey(process.id);
      const label = choiceLabel(catalogue.tree, process);
      errors[key] ??= unreadMessage(label, fields.unread[key]) ?? missingMessage(label);
    }
    // Pasted text must not be dropped silently, even if the material offers no such process.
    for (const [field, text] of Object.entries(fields.unread))
      errors[field] ??= unofferedMessage(processName(field, catalogue), text, material.name);
  } else {
    errors['material'] = unreadMessage('材料', fields.unread['material']) ?? materialMissingMessage;
  }
  if (parsed.success && Object.keys(errors).length === 0) return { item: parsed.data };
  return { errors };
}

const unreadMessage = (label: string, text: string | undefined) =>
  text === undefined ? undefined : `没有找到${label}“${text}”，请选择`;

const unofferedMessage = (label: string, text: string, materialName: string) =>
  `${label}“${text}”不适用于 ${materialName}，请删除或更换材料`;

const processName = (field: string, { tree }: QuoteCatalogue) =>
  tree.find(({ id }) => processKey(id) === field)?.name ?? '工艺';

/** Fields with pasted text that the material offers no choice for. */
export function unofferedFields({ materialId, unread, selections }: PartFields, { tree }: QuoteCatalogue) {
  const fields = Object.keys(unread).filter((field) => field !== 'material');
  if (fields.length === 0 || materialId === null) return [];
  const offered = processesFor(tree, materialId, selections).map(({ process }) => processKey(process.id));
  return fields.filter((field) => !offered.some((key) => key === field));
}

const TYPED_FIELDS: readonly TypedField[] = ['name', ...SIZE_FIELDS, 'num', 'remark'];

/**
 * The errors to show: all of them after an attempt to submit, and for a part imported from a list; otherwise only those
 * of entered values, so that an untouched field shows no error. The latter also applies while the part's model is being
 * read or needs a choice of bodies, because the model then fills in the rest.
 */
export function visibleErrors(part: PartDraft, errors: FieldErrors): FieldErrors {
  if ((part.showsErrors || part.isListed) && !isReading(part) && !needsBodyChoice(part)) return errors;
  const typed = TYPED_FIELDS.filter((field) => part[field].trim() !== '');
  const shown = [...typed, ...Object.keys(part.unread)].filter((field) => errors[field] !== undefined);
  return Object.fromEntries(shown.map((field) => [field, errors[field] ?? '']));
}

/** The first field in display order that has an error. */
export function firstErrorField(
  part: PartFields,
  errors: FieldErrors,
  catalogue: QuoteCatalogue,
): string | undefined {
  const processes =
    part.materialId === null
      ? []
      : processesFor(catalogue.tree, part.materialId, part.selections).map(({ process }) =>
          processKey(process.id),
        );
  const fieldOrder = ['name', 'material', ...SIZE_FIELDS, 'num', ...processes, 'remark'];
  return fieldOrder.find((field) => errors[field] !== undefined) ?? Object.keys(errors)[0];
}

/** Splits server errors by path (`items.0.process_3`, `contactPhone`) into errors of parts and the rest. */
export function splitServerErrors(
  errors: FieldErrors,
  partKeys: readonly string[],
): { byPart: Record<string, FieldErrors>; others: FieldErrors } {
  const byPart: Record<string, FieldErrors> = {};
  const others: FieldErrors = {};
  for (const [path, message] of Object.entries(errors)) {
    const match = /^items\.(\d+)(?:\.(.+))?$/.exec(path);
    const key = match ? partKeys[Number(match[1])] : undefined;
    if (key === undefined) others[path] = message;
    else (byPart[key] ??= {})[match?.[2] ?? 'material'] = message;
  }
  return { byPart, others };
}
