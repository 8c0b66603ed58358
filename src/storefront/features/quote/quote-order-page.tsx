import { useSuspenseQueries } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Redirect, useParams } from 'wouter';
import type { OrderWithExt } from '#contract/orders.ts';
import { getUser } from '#providers/session-store.ts';
import { idFromAddress, paths } from '#storefront/app/paths.ts';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { draftBase, keepDraftBase } from './draft-base.ts';
import { EditConflict } from './edit-conflict.tsx';
import { OrderBanner } from './order-banner.tsx';
import { partsOfOrder } from './order-parts.ts';
import { orderQuery } from './order-query.ts';
import { LoadedQuote, QuotePage } from './quote-page.tsx';
import { quoteQueries } from './quote-queries.ts';
import { QuoteSkeleton } from './quote-skeleton.tsx';
import { useQuotationEdit, type EditedQuotation } from './use-quotation-edit.ts';

/** The quotation page with an order's parts: a quotation is edited, anything else quoted again. */
export function QuoteOrderPage() {
  const orderId = idFromAddress(useParams()['orderId']);
  return orderId === undefined ? <QuotePage /> : <Visits key={orderId} orderId={orderId} />;
}

function Visits({ orderId }: { orderId: number }) {
  usePageTitle('在线报价');
  const [visit, setVisit] = useState(() => Date.now());
  return (
    <Suspense fallback={<QuoteSkeleton />}>
      <Visit key={visit} orderId={orderId} visit={visit} onReload={() => setVisit(Date.now())} />
    </Suspense>
  );
}

interface VisitProps {
  orderId: number;
  visit: number;
  /** Starts anew with the order as it is now. */
  onReload: () => void;
}

function Visit({ orderId, visit, onReload }: VisitProps) {
  // Asked together: the workbench finds its own answers there.
  const [{ data: order }] = useSuspenseQueries({ queries: [orderQuery(orderId, visit), ...quoteQueries] });
  if (order === null) return <Redirect to={paths.notFound} replace />;
  return order.status === 'quoted' ? <Edit order={order} onReload={onReload} /> : <Again order={order} />;
}

function Again({ order }: { order: OrderWithExt }) {
  return (
    <LoadedQuote
      origin={{
        orderId: order.id,
        parts: partsOfOrder(order, getUser()?.userId),
        renderBanner: (page) => <OrderBanner order={order} isEdit={false} {...page} />,
      }}
    />
  );
}

function Edit({ order, onReload }: { order: OrderWithExt; onReload: () => void }) {
  const [baseRevision] = useState(() => draftBase(getUser()?.userId ?? 0, order));
  const edited = useQuotationEdit(order, baseRevision);
  return (
    <LoadedQuote
      origin={{
        orderId: order.id,
        parts: partsOfOrder(order),
        edit: edited.edit,
        renderBanner: (page) => <EditBanner order={order} edited={edited} onReload={onReload} {...page} />,
      }}
    />
  );
}

interface EditBannerProps {
  order: OrderWithExt;
  edited: EditedQuotation;
  isChanged: boolean;
  onReset: () => void;
  onReload: () => void;
}

function EditBanner({ order, edited, isChanged, onReset, onReload }: EditBannerProps) {
  const { conflict, keepMine } = edited;
  // A draft that is there already was begun with what is noted.
  useEffect(() => {
    if (!isChanged) keepDraftBase(getUser()?.userId ?? 0, order);
  }, [isChanged, order]);
  return (
    <>
      <OrderBanner order={order} isEdit isChanged={isChanged} onReset={onReset} />
      {conflict && (
        <EditConflict
          current={conflict}
          onKeepMine={() => {
            keepDraftBase(getUser()?.userId ?? 0, conflict);
            keepMine();
          }}
          onLoad={() => {
            // The draft goes first, before the parts that come: it belongs to what stood before.
            flushSync(onReset);
            onReload();
          }}
        />
      )}
    </>
  );
}
