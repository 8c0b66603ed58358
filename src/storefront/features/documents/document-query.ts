import { queryOptions } from '@tanstack/react-query';
import { documents } from '#contract/documents.ts';
import { call } from '#providers/http.ts';
import { CallError, type Result } from '#providers/result.ts';

/** The document of an order's current revision, or null when there is no order that the caller may see. */
export const documentQuery = (id: number) =>
  queryOptions({
    queryKey: ['order', id, 'document'],
    queryFn: async ({ signal }) => orNull(await call(documents.one, { params: { id }, signal, quiet: true })),
  });

/** What a document is worth, by its code; null when no document has it. */
export const verificationQuery = (code: string) =>
  queryOptions({
    queryKey: ['verification', code],
    queryFn: async ({ signal }) =>
      orNull(await call(documents.verify, { params: { code }, signal, quiet: true })),
    // It is asked because it may have changed.
    staleTime: 0,
  });

function orNull<D>(result: Result<D>): D | null {
  if (result.ok) return result.data;
  if (result.code === 404 || result.code === 400) return null;
  throw new CallError(result);
}
