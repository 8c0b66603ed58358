import type * as z from 'zod/mini';
import type { FieldErrors } from '#contract/kernel/errors.ts';

/** Validates a form's values with a contract schema: the first message by field. Empty when all are valid. */
export function findFieldErrors(schema: z.ZodMiniType, values: unknown): FieldErrors {
  const result = schema.safeParse(values);
  const found: FieldErrors = {};
  for (const { path, message } of result.error?.issues ?? []) found[path.join('.')] ??= message;
  return found;
}

/** The text of a field of a submitted form. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
