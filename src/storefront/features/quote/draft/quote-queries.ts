import { shipCalendar } from '#providers/ship-calendar.ts';
import { queryOptions } from '@tanstack/react-query';
import { defaultConfigs } from '#contract/catalogue/default-configs.ts';
import { dictOptions } from '#contract/system/dict-options.ts';
import { loadAppConfig } from '#providers/app-config.ts';
import { loadCatalogue } from '#providers/catalogue/catalogue.ts';
import type { DeskCustomer } from '#contract/orders/quote-desk.ts';
import { fetchData } from '#providers/http/http.ts';
import { CallError } from '#providers/http/result.ts';
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

/**
 * Material and processes of a new part: the user's own configuration, its company's, the system's, or none. For the customer in whose
 * name staff ask: those of the customer, with its machining prices, without which there is no page; those of the catalogue are the
 * user's own.
 */
export const defaultPartQuery = (customer?: Pick<DeskCustomer, 'userId'> | null) =>
  queryOptions({
    queryKey: ['default-config', customer?.userId],
    queryFn: (): Promise<DefaultPart> =>
      customer
        ? fetchData(defaultConfigs.effective, { query: { forUserId: String(customer.userId) } })
        : withFallback<DefaultPart>(fetchData(defaultConfigs.effective, { query: {} }), noDefault),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: customer !== undefined,
  });

/** All queries of the page. */
export const quoteQueries = (customer?: DeskCustomer | null) =>
  [catalogueQuery, tagsQuery, calendarQuery, defaultPartQuery(customer)] as const;

/** For staff: the customer of this user name; null without one, or without the permission to ask in its name. */
export const namedCustomerQuery = (username: string) =>
  queryOptions({
    queryKey: ['desk-customer', username],
    queryFn: async (): Promise<DeskCustomer | null> => {
      if (username === '') return null;
      const { findCustomer } = await import('./find-customer.ts');
      return (await withFallback(findCustomer(username), undefined)) ?? null;
    },
    staleTime: FRESH_MS,
  });

async function withFallback<T>(data: Promise<T>, fallback: T): Promise<T> {
  try {
    return await data;
  } catch (error) {
    if (error instanceof CallError) return fallback;
    throw error;
  }
}
