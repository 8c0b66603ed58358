import { useSuspenseQueries, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { useSearch } from 'wouter';
import { appConfigQuery } from '#providers/app-config.ts';
import { getUser } from '#providers/session/session-store.ts';
import { FOR_CUSTOMER } from '#storefront/app/paths.ts';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { lazyComponent } from '#storefront/ui/lazy-component.tsx';
import type { QuoteOrigin } from './quote-origin.ts';
import { namedCustomerQuery, quoteQueries } from './draft/quote-queries.ts';
import { QuoteSkeleton } from './quote-skeleton.tsx';
import { QuoteWorkbench } from './quote-workbench.tsx';

const EmptyCatalogue = lazyComponent(async () => (await import('./empty-catalogue.tsx')).EmptyCatalogue);

export function QuotePage() {
  usePageTitle('在线报价');
  return (
    <Suspense fallback={<QuoteSkeleton />}>
      <LoadedQuote />
    </Suspense>
  );
}

/** Fetches what the page needs before it renders. Ignores errors: the page fetches again and shows them. */
export async function prefetchQuote(queryClient: QueryClient): Promise<void> {
  const [catalogue, tags, calendar, defaultPart] = quoteQueries();
  await Promise.all([
    queryClient.prefetchQuery(catalogue),
    queryClient.prefetchQuery(tags),
    queryClient.prefetchQuery(calendar),
    queryClient.prefetchQuery(defaultPart),
    queryClient.prefetchQuery(appConfigQuery),
  ]);
}

/** Renders the workbench once all queries have data. */
export function LoadedQuote({ origin }: { origin?: QuoteOrigin }) {
  const search = useSearch();
  const username = origin ? null : new URLSearchParams(search).get(FOR_CUSTOMER);
  const { data: customer } = useSuspenseQuery(namedCustomerQuery(username ?? ''));
  const [catalogue, tags, calendar, defaultPart] = useSuspenseQueries({ queries: quoteQueries(customer) });
  const { cncPrice } = defaultPart.data;
  // With a named customer, the machining prices agreed with their company replace those of the catalogue.
  const pricedCatalogue = useMemo(
    () => (customer && cncPrice ? { ...catalogue.data, cncPrice } : catalogue.data),
    [customer, cncPrice, catalogue.data],
  );
  // 0: staff have not named a known customer. Undefined: the user is the customer.
  const forUserId = username === null ? undefined : (customer?.userId ?? 0);
  if (pricedCatalogue.materials.length === 0) return <EmptyCatalogue />;
  return (
    <QuoteWorkbench
      // Input for one customer never appears on the page of another.
      key={forUserId}
      catalogue={pricedCatalogue}
      tags={tags.data}
      calendar={calendar.data ?? undefined}
      defaultPart={defaultPart.data}
      origin={origin}
      userId={getUser()?.userId ?? 0}
      forUserId={forUserId}
      forCustomer={customer ?? undefined}
    />
  );
}
