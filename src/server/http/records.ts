import { AppError } from './app-error.ts';

/** Returns the record or throws `record.not_found`. */
export function foundOrThrow<T>(record: T | undefined): T {
  if (record === undefined) throw new AppError('record.not_found');
  return record;
}

/** Returns the saved record, or throws `record.changed` with the current one, or `record.not_found`. */
export async function savedOrConflict<T>(
  saved: T | undefined,
  readCurrent: () => Promise<T | undefined>,
): Promise<T> {
  if (saved !== undefined) return saved;
  throw new AppError('record.changed', { data: foundOrThrow(await readCurrent()) });
}

/** Returns the deleted ids, or throws `record.not_found` when one of them was missing. */
export function assertAllRemoved(ids: readonly number[], removed: readonly number[]): number[] {
  if (removed.length !== new Set(ids).size)
    throw new AppError('record.not_found', { msg: '部分记录不存在，未删除任何记录' });
  return [...removed];
}

/** `{field: [before, after]}` of the changed fields, for the operation log. */
export function changesOf(before: object, after: object): Record<string, [unknown, unknown]> {
  const changes: Record<string, [unknown, unknown]> = {};
  for (const [field, value] of Object.entries(after)) {
    const old: unknown = Reflect.get(before, field);
    if (bookkeeping.has(field) || JSON.stringify(old) === JSON.stringify(value)) continue;
    changes[field] = [old ?? null, value];
  }
  return changes;
}

const bookkeeping = new Set(['version', 'updatedAt', 'updateBy', 'createdAt', 'createBy']);
