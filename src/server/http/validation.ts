import type * as z from 'zod/mini';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { AppError } from './app-error.ts';

const MAX_REPORTED = 100;
/** The default message where the contract gives none; zod's locale is English or whatever another module has set. */
const defaultMessage = { error: () => '格式不正确' };

/**
 * Parses one part of a request with its schema.
 * Throws `request.invalid` with one message per field; unknown keys are reported individually.
 */
export function parsePart<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, defaultMessage);
  if (result.success) return result.data;
  throw new AppError('request.invalid', { fields: fieldErrors(result.error.issues) });
}

function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  // A map, because a field may be called `toString` or `__proto__`.
  const fields = new Map<string, string>();
  const addError = (path: string, message: string) => {
    if (!fields.has(path)) fields.set(path, message);
  };
  for (const issue of issues.slice(0, MAX_REPORTED)) {
    const path = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) addError(path ? `${path}.${key}` : key, '不支持的字段');
    } else {
      addError(path || 'body', issue.message);
    }
  }
  return Object.fromEntries(fields);
}
