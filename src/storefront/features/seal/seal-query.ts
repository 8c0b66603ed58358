import { queryOptions } from '@tanstack/react-query';
import { pictures } from '#contract/files/pictures.ts';
import { fetchData } from '#providers/http/http.ts';

/** The user's seal as a data URI; '' if none. */
export const sealQuery = queryOptions({
  queryKey: ['seal'],
  queryFn: async ({ signal }) => (await fetchData(pictures.seal, { signal, quiet: true })).image,
});
