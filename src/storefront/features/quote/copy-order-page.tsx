import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Redirect, useLocation, useParams } from 'wouter';
import type { OrderWithExt } from '#contract/order-data.ts';
import { getUser } from '#providers/session-store.ts';
import { parsePositiveInt } from '#domain/parse-number.ts';
import { paths } from '#storefront/app/paths.ts';
import { visitStartedAt } from '#storefront/app/visit.ts';
import { Button } from '#storefront/ui/button.tsx';
import { MessagePage } from '#storefront/ui/message-page.tsx';
import { loadDraft, saveDraft } from './draft/draft-storage.ts';
import type { PartFields } from './draft/draft.ts';
import { partsOfOrder } from './edit/order-parts.ts';
import { orderQuery } from './edit/order-query.ts';
import { QuoteSkeleton } from './quote-skeleton.tsx';
import { MAX_ITEMS } from './draft/validation.ts';

/** Copies an order's parts to the quotation page, where they are priced today; asks first when a draft exists. */
export function CopyOrderPage() {
  const orderId = parsePositiveInt(useParams()['orderId']);
  const [loadedAt] = useState(visitStartedAt);
  if (orderId === undefined) return <Redirect to={paths.notFound} replace />;
  return (
    <Suspense fallback={<QuoteSkeleton />}>
      <Copy orderId={orderId} loadedAt={loadedAt} />
    </Suspense>
  );
}

function Copy({ orderId, loadedAt }: { orderId: number; loadedAt: number }) {
  const { data: order } = useSuspenseQuery(orderQuery(orderId, loadedAt));
  const slot = { userId: getUser()?.userId ?? 0, orderId: null };
  const [draft] = useState(() => loadDraft(slot));
  const [, navigate] = useLocation();
  if (!order) return <Redirect to={paths.notFound} replace />;
  const parts = partsOfOrder(order, slot.userId);
  const copy = (copied: readonly PartFields[]) => {
    saveDraft(slot, copied);
    navigate(paths.quote, { replace: true });
  };
  if (!draft) return <CopyNow onCopy={() => copy(parts)} />;
  return (
    <CopyChoice
      order={order}
      draft={draft}
      onReplace={() => copy(parts)}
      onAppend={() => copy([...draft, ...parts])}
    />
  );
}

/** Without a draft nothing is asked: stores the parts and shows the skeleton until the quotation page opens. */
function CopyNow({ onCopy }: { onCopy: () => void }) {
  useEffect(onCopy, [onCopy]);
  return <QuoteSkeleton />;
}

interface CopyChoiceProps {
  order: OrderWithExt;
  draft: readonly PartFields[];
  onReplace: () => void;
  onAppend: () => void;
}

function CopyChoice({ order, draft, onReplace, onAppend }: CopyChoiceProps) {
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
