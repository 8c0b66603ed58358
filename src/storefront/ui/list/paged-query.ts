import { keepPreviousData } from '@tanstack/react-query';
import { CallError } from '#providers/http/result.ts';

/**
 * Query options for a paged list. Refetched on each visit, since records change on other pages; the previous
 * page stays visible meanwhile. The list shows failed calls itself; other errors go to the error boundary.
 */
export const pagedQuery = {
  staleTime: 0,
  placeholderData: keepPreviousData,
  throwOnError: (error: Error) => !(error instanceof CallError),
} as const;
