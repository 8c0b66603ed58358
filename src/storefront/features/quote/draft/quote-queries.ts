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

/** Cached for 600 s, then updated incrementally; also refetched when the tab regains focus. */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: loadCatalogue,
  staleTime: FRESH_MS,
  refetchOnWindowFocus: true,
});

/** Names and sort order of material tags; the page falls back to raw tags. */
const tagsQuery = queryOptions({
  queryKey: ['dict', 'material_tag'],
  queryFn: () => withFallback(fetchData(dictOptions.select, { query: { dictType: 'material_tag' } }), []),
  staleTime: FRESH_MS,
});

/** Cut-off hour and working days; without them the page shows no dates. */
const calendarQuery = queryOptions({
  queryKey: ['ship-calendar'],
  queryFn: async () => shipCalendar(await withFallback(loadAppConfig(), {})) ?? null,
  staleTime: FRESH_MS,
});

const noDefault: DefaultPart = { material: null };

/**
 * Defaults of a new part: the user's own, their company's, the system's, or none. For a customer whom staff act for: the
 * customer's defaults and machining prices, without which the page cannot be shown. In all other cases the catalogue has
 * the prices.
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

/** The queries that the page needs before it renders. */
export const quoteQueries = (customer?: DeskCustomer | null) =>
  [catalogueQuery, tagsQuery, calendarQuery, defaultPartQuery(customer)] as const;

/** The customer that staff act for; null without a user name, or without permission. */
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
