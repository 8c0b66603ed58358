import { useSuspenseQueries } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Redirect, useParams } from 'wouter';
import { acceptsRevisions } from '#domain/orders/moves.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { getUser } from '#providers/session/session-store.ts';
import { parsePositiveInt } from '#domain/parse-number.ts';
import { paths } from '#storefront/app/paths.ts';
import { visitStartedAt } from '#storefront/app/visit.ts';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { EditConflict } from './edit/edit-conflict.tsx';
import { OrderBanner } from './edit/order-banner.tsx';
import { partsOfOrder } from './edit/order-parts.ts';
import { sourceOrderQuery } from './edit/source-order-query.ts';
import { LoadedQuote, QuotePage } from './quote-page.tsx';
import { quoteQueries } from './draft/quote-queries.ts';
import { QuoteSkeleton } from './quote-skeleton.tsx';
import { useQuotationEdit, type QuotationEditControls } from './edit/use-quotation-edit.ts';
import { loadDraftBase, saveDraftBase } from './draft/storage/draft-storage.ts';

/** The quotation page for an order's parts: edits a quotation, or quotes any other order again. */
export function QuoteOrderPage() {
  const orderId = parsePositiveInt(useParams()['orderId']);
  return orderId === undefined ? <QuotePage /> : <QuotedOrder key={orderId} orderId={orderId} />;
}

function QuotedOrder({ orderId }: { orderId: number }) {
  usePageTitle('在线报价');
  const [loadedAt, setLoadedAt] = useState(visitStartedAt);
  return (
    <Suspense fallback={<QuoteSkeleton />}>
      <LoadedOrder
        key={loadedAt}
        orderId={orderId}
        loadedAt={loadedAt}
        onReload={() => setLoadedAt(Date.now())}
      />
    </Suspense>
  );
}

interface LoadedOrderProps {
  orderId: number;
  loadedAt: number;
  /** Reloads the order and starts over. */
  onReload: () => void;
}

function LoadedOrder({ orderId, loadedAt, onReload }: LoadedOrderProps) {
  // Fetched in parallel; the workbench reads the same queries.
  const [{ data: order }] = useSuspenseQueries({
    queries: [sourceOrderQuery(orderId, loadedAt), ...quoteQueries()],
  });
  if (order === null) return <Redirect to={paths.notFound} replace />;
  return acceptsRevisions(order.status) ? (
    <EditedQuotation order={order} onReload={onReload} />
  ) : (
    <NewQuotation order={order} />
  );
}

function NewQuotation({ order }: { order: OrderWithExt }) {
  return (
    <LoadedQuote
      origin={{
        orderId: order.id,
        parts: partsOfOrder(order, getUser()?.userId),
        leadClassId: order.lead?.id ?? null,
        renderBanner: (page) => <OrderBanner order={order} kind={undefined} {...page} />,
      }}
    />
  );
}

function EditedQuotation({ order, onReload }: { order: OrderWithExt; onReload: () => void }) {
  const [baseRevision] = useState(() => loadDraftBase(getUser()?.userId ?? 0, order));
  const editControls = useQuotationEdit(order, baseRevision);
  return (
    <LoadedQuote
      origin={{
        orderId: order.id,
        parts: partsOfOrder(order),
        leadClassId: order.lead?.id ?? null,
        edit: editControls.edit,
        renderBanner: (page) => (
          <EditBanner order={order} editControls={editControls} onReload={onReload} {...page} />
        ),
      }}
    />
  );
}

interface EditBannerProps {
  order: OrderWithExt;
  editControls: QuotationEditControls;
  isChanged: boolean;
  onReset: () => void;
  onReload: () => void;
}

function EditBanner({ order, editControls, isChanged, onReset, onReload }: EditBannerProps) {
  const { conflict, keepMine } = editControls;
  // An existing draft keeps its base revision.
  useEffect(() => {
    if (!isChanged) saveDraftBase(getUser()?.userId ?? 0, order);
  }, [isChanged, order]);
  return (
    <>
      <OrderBanner order={order} kind={editControls.edit.kind} isChanged={isChanged} onReset={onReset} />
      {conflict && (
        <EditConflict
          {...conflict}
          onKeepMine={() => {
            saveDraftBase(getUser()?.userId ?? 0, conflict.current);
            keepMine();
          }}
          onLoad={() => {
            // Discards the draft before the new parts arrive: it belongs to the previous version.
            flushSync(onReset);
            onReload();
          }}
        />
      )}
    </>
  );
}
