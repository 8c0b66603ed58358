import { useSuspenseQueries, type QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { appConfigQuery } from '#providers/app-config.ts';
import { getUser } from '#providers/session-store.ts';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { lazyPart } from '#storefront/ui/lazy-part.tsx';
import type { QuoteOrigin } from './quote-origin.ts';
import { quoteQueries } from './draft/quote-queries.ts';
import { QuoteSkeleton } from './quote-skeleton.tsx';
import { QuoteWorkbench } from './quote-workbench.tsx';

const EmptyCatalogue = lazyPart(async () => (await import('./empty-catalogue.tsx')).EmptyCatalogue);

export function QuotePage() {
  usePageTitle('在线报价');
  return (
    <Suspense fallback={<QuoteSkeleton />}>
      <LoadedQuote />
    </Suspense>
  );
}

/** Fetches what the page needs before it renders; after a failure the page fetches again and shows the error. */
export async function prefetchQuote(queryClient: QueryClient): Promise<void> {
  const [catalogue, tags, calendar, defaultPart] = quoteQueries;
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
  const [catalogue, tags, calendar, defaultPart] = useSuspenseQueries({ queries: quoteQueries });
  if (catalogue.data.materials.length === 0) return <EmptyCatalogue />;
  return (
    <QuoteWorkbench
      catalogue={catalogue.data}
      tags={tags.data}
      calendar={calendar.data ?? undefined}
      defaultPart={defaultPart.data}
      origin={origin}
      userId={getUser()?.userId ?? 0}
    />
  );
}
