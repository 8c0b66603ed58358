import { keepPreviousData } from '@tanstack/react-query';
import { CallError } from '#providers/http/result.ts';

/**
 * Options of a query for a page of a list: fetched on each visit, since records change on other pages, and the previous page stays
 * visible meanwhile. The list shows a failed call itself; other errors go to the error boundary.
 */
export const pagedQuery = {
  staleTime: 0,
  placeholderData: keepPreviousData,
  throwOnError: (error: Error) => !(error instanceof CallError),
} as const;
