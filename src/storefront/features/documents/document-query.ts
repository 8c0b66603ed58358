import { queryOptions } from '@tanstack/react-query';
import { documents } from '#contract/orders/documents.ts';
import { shares } from '#contract/orders/shares.ts';
import { call } from '#providers/http/http.ts';
import { type Result, dataOrNull } from '#providers/http/result.ts';

/**
 * The document of an order revision, by default the current one. Null if the caller may not see it; `not offered` while
 * the order is a request.
 */
export const documentQuery = (id: number, revision?: number) =>
  queryOptions({
    queryKey: ['order', id, 'document', revision ?? 'current'],
    queryFn: async ({ signal }) => {
      const query = revision === undefined ? {} : { revision };
      const result = await call(documents.one, { params: { id }, query, signal, quiet: true });
      return !result.ok && result.error === 'order.not_offered' ? 'not offered' : documentOrNull(result);
    },
  });

/** The document of a share link; null if the link is unknown or no longer valid. */
export const sharedDocumentQuery = (token: string) =>
  queryOptions({
    queryKey: ['share', token],
    queryFn: async ({ signal }) =>
      documentOrNull(await call(shares.open, { params: { token }, signal, quiet: true })),
    // A link may be revoked at any time.
    staleTime: 0,
  });

/** The validity of the document with this code; null if there is none. */
export const verificationQuery = (code: string) =>
  queryOptions({
    queryKey: ['verification', code],
    queryFn: async ({ signal }) =>
      documentOrNull(await call(documents.verify, { params: { code }, signal, quiet: true })),
    // The validity may have changed.
    staleTime: 0,
  });

/** A 400 means that the URL cannot belong to a document. */
const documentOrNull = <D>(result: Result<D>): D | null => (result.code === 400 ? null : dataOrNull(result));
