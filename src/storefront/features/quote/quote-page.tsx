import { useSuspenseQueries } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Redirect, useParams } from 'wouter';
import { getUser } from '#providers/session-store.ts';
import { idFromAddress, paths } from '#storefront/app/paths.ts';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { EmptyCatalogue } from './empty-catalogue.tsx';
import { calendarQuery, catalogueQuery, defaultPartQuery, orderQuery, tagsQuery } from './quote-queries.ts';
import { QuoteSkeleton } from './quote-skeleton.tsx';
import { QuoteWorkbench } from './quote-workbench.tsx';

/** The quotation page; with an order's id in the address it starts with that order's parts. */
export function QuotePage() {
  usePageTitle('在线报价');
  const orderId = idFromAddress(useParams()['orderId']) ?? null;
  return <QuoteVisit key={orderId} orderId={orderId} />;
}

function QuoteVisit({ orderId }: { orderId: number | null }) {
  const [visit] = useState(() => Date.now());
  return (
    <Suspense fallback={<QuoteSkeleton />}>
      <LoadedQuote orderId={orderId} visit={visit} />
    </Suspense>
  );
}

function LoadedQuote({ orderId, visit }: { orderId: number | null; visit: number }) {
  const [catalogue, tags, calendar, defaultPart, order] = useSuspenseQueries({
    queries: [catalogueQuery, tagsQuery, calendarQuery, defaultPartQuery, orderQuery(orderId, visit)],
  });
  if (orderId !== null && order.data === null) return <Redirect to={paths.notFound} replace />;
  if (catalogue.data.materials.length === 0) return <EmptyCatalogue />;
  return (
    <QuoteWorkbench
      catalogue={catalogue.data}
      tags={tags.data}
      calendar={calendar.data ?? undefined}
      defaultPart={defaultPart.data}
      order={order.data ?? undefined}
      userId={getUser()?.userId ?? 0}
    />
  );
}
