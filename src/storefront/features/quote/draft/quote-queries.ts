import { shipCalendar } from '#providers/ship-calendar.ts';
import { queryOptions } from '@tanstack/react-query';
import { defaultConfigs } from '#contract/default-configs.ts';
import { dictOptions } from '#contract/dict-options.ts';
import { loadAppConfig } from '#providers/app-config.ts';
import { loadCatalogue } from '#providers/catalogue.ts';
import { fetchData } from '#providers/http.ts';
import { CallError } from '#providers/result.ts';
import type { DefaultPart } from './draft.ts';

const FRESH_MS = 600_000;

/** The provider caches it for 600 s and then fetches the changes; a tab that regains focus refetches too. */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: loadCatalogue,
  staleTime: FRESH_MS,
  refetchOnWindowFocus: true,
});

/** Names and order of the material tags; without them the page shows the raw tags. */
const tagsQuery = queryOptions({
  queryKey: ['dict', 'material_tag'],
  queryFn: () => withFallback(fetchData(dictOptions.select, { query: { dictType: 'material_tag' } }), []),
  staleTime: FRESH_MS,
});

/** Cut-off hour and working days; without them the page shows days and no date. */
const calendarQuery = queryOptions({
  queryKey: ['ship-calendar'],
  queryFn: async () => shipCalendar(await withFallback(loadAppConfig(), {})) ?? null,
  staleTime: FRESH_MS,
});

const noDefault: DefaultPart = { material: null };

/** Material and processes of a new part: the user's own configuration, its company's, the system's, or none. */
export const defaultPartQuery = queryOptions({
  queryKey: ['default-config'],
  queryFn: (): Promise<DefaultPart> =>
    withFallback<DefaultPart>(fetchData(defaultConfigs.effective), noDefault),
  staleTime: FRESH_MS,
});

/** All queries of the page. */
export const quoteQueries = [catalogueQuery, tagsQuery, calendarQuery, defaultPartQuery] as const;

async function withFallback<T>(data: Promise<T>, fallback: T): Promise<T> {
  try {
    return await data;
  } catch (error) {
    if (error instanceof CallError) return fallback;
    throw error;
  }
}
