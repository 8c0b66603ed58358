import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Redirect, useLocation, useParams } from 'wouter';
import type { OrderWithExt } from '#contract/orders.ts';
import { getUser } from '#providers/session-store.ts';
import { idFromAddress, paths } from '#storefront/app/paths.ts';
import { Button } from '#storefront/ui/button.tsx';
import { MessagePage } from '#storefront/ui/message-page.tsx';
import { loadDraft, saveDraft } from './draft-storage.ts';
import type { PartFields } from './draft.ts';
import { partsOfOrder } from './order-parts.ts';
import { orderQuery } from './order-query.ts';
import { QuoteSkeleton } from './quote-skeleton.tsx';
import { MAX_ITEMS } from './validation.ts';

/** Takes an order's parts over to the quotation page, where they are priced today; asks when something is there already. */
export function CopyOrderPage() {
  const orderId = idFromAddress(useParams()['orderId']);
  const [visit] = useState(() => Date.now());
  if (orderId === undefined) return <Redirect to={paths.notFound} replace />;
  return (
    <Suspense fallback={<QuoteSkeleton />}>
      <Copy orderId={orderId} visit={visit} />
    </Suspense>
  );
}

function Copy({ orderId, visit }: { orderId: number; visit: number }) {
  const { data: order } = useSuspenseQuery(orderQuery(orderId, visit));
  const slot = { userId: getUser()?.userId ?? 0, orderId: null };
  const [draft] = useState(() => loadDraft(slot));
  const [, navigate] = useLocation();
  if (!order) return <Redirect to={paths.notFound} replace />;
  const parts = partsOfOrder(order, slot.userId);
  const take = (wanted: readonly PartFields[]) => {
    saveDraft(slot, wanted);
    navigate(paths.quote, { replace: true });
  };
  if (!draft) return <Taken onTake={() => take(parts)} />;
  return (
    <Question
      order={order}
      draft={draft}
      onReplace={() => take(parts)}
      onAppend={() => take([...draft, ...parts])}
    />
  );
}

/** Nothing to ask: the parts are stored, and the page that reads them comes. */
function Taken({ onTake }: { onTake: () => void }) {
  useEffect(onTake, [onTake]);
  return <QuoteSkeleton />;
}

interface QuestionProps {
  order: OrderWithExt;
  draft: readonly PartFields[];
  onReplace: () => void;
  onAppend: () => void;
}

function Question({ order, draft, onReplace, onAppend }: QuestionProps) {
  return (
    <MessagePage
      title="报价页还有未提交的零件"
      actions={
        <>
          <Button onClick={() => globalThis.history.back()}>返回</Button>
          <Button onClick={onReplace}>替换</Button>
          {draft.length + order.items.length <= MAX_ITEMS && (
            <Button variant="primary" onClick={onAppend}>
              添加到后面
            </Button>
          )}
        </>
      }
    >
      <p>
        报价页有 {draft.length} 个零件尚未提交。要用 {order.orderNo} 的 {order.items.length}{' '}
        个零件替换它们，还是添加到它们后面？
      </p>
    </MessagePage>
  );
}
