import { useSuspenseQueries } from '@tanstack/react-query';
import { Suspense } from 'react';
import { getUser } from '#providers/session-store.ts';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { EmptyCatalogue } from './empty-catalogue.tsx';
import type { QuoteOrigin } from './quote-origin.ts';
import { quoteQueries } from './quote-queries.ts';
import { QuoteSkeleton } from './quote-skeleton.tsx';
import { QuoteWorkbench } from './quote-workbench.tsx';

/** The quotation page. */
export function QuotePage() {
  usePageTitle('在线报价');
  return (
    <Suspense fallback={<QuoteSkeleton />}>
      <LoadedQuote />
    </Suspense>
  );
}

/** The workbench as soon as all that it needs is there. */
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
