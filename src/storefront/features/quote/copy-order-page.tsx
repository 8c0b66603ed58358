import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Redirect, useLocation, useParams, useSearch } from 'wouter';
import { MAX_REPEAT_PARTS, parts as partEndpoints } from '#contract/orders/parts.ts';
import { call } from '#providers/http/http.ts';
import { dataOrNull } from '#providers/http/result.ts';
import { getUser } from '#providers/session/session-store.ts';
import { parsePositiveInt } from '#domain/parse-number.ts';
import { paths } from '#storefront/app/paths.ts';
import { visitStartedAt } from '#storefront/app/visit.ts';
import { Button } from '#storefront/ui/button.tsx';
import { MessagePage } from '#storefront/ui/message-page.tsx';
import { loadDraft, saveDraft, loadLead, saveLead } from './draft/storage/draft-storage.ts';
import type { PartFields } from './draft/draft.ts';
import { partsOfOrder, partsOfRepeats } from './edit/order-parts.ts';
import { sourceOrderQuery } from './edit/source-order-query.ts';
import { QuoteSkeleton } from './quote-skeleton.tsx';
import { MAX_ITEMS } from './draft/validation.ts';

/** Copies parts of an order or of the library to the quotation page, at today's prices. Asks first if a draft exists. */
export function CopyOrderPage() {
  const orderId = parsePositiveInt(useParams()['orderId']);
  const partIds = readIds(new URLSearchParams(useSearch()).get('parts'));
  const [loadedAt] = useState(visitStartedAt);
  if (orderId === undefined && partIds.length === 0) return <Redirect to={paths.notFound} replace />;
  return (
    <Suspense fallback={<QuoteSkeleton />}>
      {orderId === undefined ? (
        <CopyParts ids={partIds} loadedAt={loadedAt} />
      ) : (
        <CopyOrder orderId={orderId} loadedAt={loadedAt} />
      )}
    </Suspense>
  );
}

/** Distinct ids in the query string, up to the limit. */
const readIds = (text: string | null): number[] =>
  [...new Set((text ?? '').split(',').flatMap((id) => parsePositiveInt(id) ?? []))].slice(
    0,
    MAX_REPEAT_PARTS,
  );

const currentUserId = () => getUser()?.userId ?? 0;

function CopyOrder({ orderId, loadedAt }: { orderId: number; loadedAt: number }) {
  const { data: order } = useSuspenseQuery(sourceOrderQuery(orderId, loadedAt));
  if (!order) return <Redirect to={paths.notFound} replace />;
  const lead = order.lead?.id ?? null;
  return (
    <CopyToQuotation sourceName={order.orderNo} parts={partsOfOrder(order, currentUserId())} lead={lead} />
  );
}

/** Null if one of them is not in the library. */
const partsQuery = (ids: readonly number[], loadedAt: number) =>
  queryOptions({
    queryKey: ['repeated-parts', ids, loadedAt],
    queryFn: async () =>
      dataOrNull(await call(partEndpoints.repeat, { body: { ids: [...ids] }, quiet: true })),
    staleTime: Infinity,
  });

function CopyParts({ ids, loadedAt }: { ids: readonly number[]; loadedAt: number }) {
  const { data: repeats } = useSuspenseQuery(partsQuery(ids, loadedAt));
  if (!repeats) return <Redirect to={paths.notFound} replace />;
  return <CopyToQuotation sourceName="零件库" parts={partsOfRepeats(repeats, currentUserId())} lead={null} />;
}

interface CopyProps {
  /** Name of the parts' source, for the question. */
  sourceName: string;
  parts: readonly PartFields[];
  /** The lead class of the order; null for 标准. */
  lead: number | null;
}

function CopyToQuotation({ sourceName, parts, lead }: CopyProps) {
  const slot = { userId: currentUserId(), orderId: null };
  const [draft] = useState(() => loadDraft(slot));
  const [, navigate] = useLocation();
  const copy = (newParts: readonly PartFields[], leadClassId: number | null) => {
    saveDraft(slot, newParts);
    saveLead(slot, leadClassId);
    navigate(paths.quote, { replace: true });
  };
  if (!draft) return <CopyNow onCopy={() => copy(parts, lead)} />;
  return (
    <CopyChoice
      sourceName={sourceName}
      parts={parts}
      draft={draft}
      onReplace={() => copy(parts, lead)}
      onAppend={() => copy([...draft, ...parts], loadLead(slot))}
    />
  );
}

/** Stores the parts and shows the skeleton until the quotation page opens. */
function CopyNow({ onCopy }: { onCopy: () => void }) {
  useEffect(onCopy, [onCopy]);
  return <QuoteSkeleton />;
}

interface CopyChoiceProps extends Omit<CopyProps, 'lead'> {
  draft: readonly PartFields[];
  onReplace: () => void;
  onAppend: () => void;
}

function CopyChoice({ sourceName, parts, draft, onReplace, onAppend }: CopyChoiceProps) {
  return (
    <MessagePage
      title="报价页还有未提交的零件"
      actions={
        <>
          <Button onClick={() => globalThis.history.back()}>返回</Button>
          <Button onClick={onReplace}>替换</Button>
          {draft.length + parts.length <= MAX_ITEMS && (
            <Button variant="primary" onClick={onAppend}>
              添加到后面
            </Button>
          )}
        </>
      }
    >
      <p>
        报价页有 {draft.length} 个零件尚未提交。要用 {sourceName} 的 {parts.length}{' '}
        个零件替换它们，还是添加到它们后面？
      </p>
    </MessagePage>
  );
}
