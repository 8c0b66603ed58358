import type * as z from 'zod/mini';
import type { FieldErrors } from '#contract/kernel/errors.ts';

/** Validates form values with a contract schema. Returns the first message per field; empty if valid. */
export function findFieldErrors(schema: z.ZodMiniType, values: unknown): FieldErrors {
  const result = schema.safeParse(values);
  const errors: FieldErrors = {};
  for (const { path, message } of result.error?.issues ?? []) errors[path.join('.')] ??= message;
  return errors;
}

/** The text value of a form field; '' if missing. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
