import { Button } from 'antd';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { DESK_OWNERS } from '#contract/orders/quote-desk.ts';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import page from '../../components/page/page.module.css';
import { DeskQueue } from './desk-queue.tsx';
import { PAGE_SIZE, queueQuery, type DeskFilters } from './desk-queries.ts';
import { DeskRequestView } from './desk-request.tsx';
import styles from './quote-desk.module.css';
import { useUnsavedGuard } from '../../components/use-unsaved-guard.ts';
import {
  createUnsentOffers,
  type UnsentOffer,
  type UnsentOffers,
} from '../../resources/order/offer/unsent-offers.ts';
import { useSaveOnSessionEnd, useRestoredInput } from '../../session/use-interrupted.ts';

/** 报价台. The URL contains the filters and the request being priced. */
export function QuoteDeskScreen() {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('id')) || undefined;
  const filters = filtersOf(params);
  const pageIndex = Math.max(1, Math.floor(Number(params.get('page'))) || 1);
  const [autoOpenedId, setAutoOpenedId] = useState<number>();
  const { offers, ids: unsentIds } = useUnsentOffers();
  const queue = useEndpoint(queueQuery(filters, pageIndex));
  const list = queue.data?.list ?? [];
  const index = list.findIndex((row) => row.id === id);
  const previous = list[index - 1]?.id;
  // If the request is no longer in the queue (index -1), the first one is next.
  const next = list[index + 1]?.id;

  const changeParams = (changed: Record<string, string | undefined>) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const [key, value] of Object.entries(changed)) {
        if (value === undefined || value === '') after.delete(key);
        else after.set(key, value);
      }
      return after;
    });
  const open = (to: number | undefined) => changeParams({ id: to === undefined ? undefined : String(to) });

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const to = { ArrowUp: previous, ArrowDown: next }[event.key];
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || to === undefined) return;
      event.preventDefault();
      open(to);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });

  return (
    <div className={page.page}>
      <div className={styles.title}>
        <h1>报价台</h1>
        {/* The quotation page asks for the customer while `for` is empty. */}
        <Button href="/?for=" target="_blank" rel="noreferrer">
          代客户询价
        </Button>
      </div>
      <div className={styles.desk} data-open={id !== undefined}>
        <DeskQueue
          filters={filters}
          queue={queue}
          pageIndex={pageIndex}
          openId={id}
          unsentIds={unsentIds}
          onFilter={(changed) => changeParams({ ...changed, page: undefined })}
          onPage={(to) => changeParams({ page: to === 1 ? undefined : String(to) })}
          onOpen={open}
        />
        {id === undefined ? null : (
          <DeskRequestView
            key={id}
            id={id}
            position={
              index < 0
                ? undefined
                : { number: (pageIndex - 1) * PAGE_SIZE + index + 1, count: queue.data?.count ?? 0 }
            }
            previous={previous}
            next={next}
            unsent={offers}
            onOpen={open}
            isAutoOpened={id === autoOpenedId}
            onAutoOpen={(to) => {
              setAutoOpenedId(to);
              open(to);
            }}
          />
        )}
      </div>
    </div>
  );
}

function filtersOf(params: URLSearchParams): DeskFilters {
  const owner = DESK_OWNERS.find((value) => value === params.get('owner'));
  const orderNo = params.get('orderNo') ?? '';
  const customer = params.get('customer') ?? '';
  return {
    ...(owner ? { owner } : {}),
    ...(params.get('approval') === 'waiting' ? { approval: 'waiting' as const } : {}),
    ...(params.get('due') === 'late' ? { due: 'late' as const } : {}),
    ...(orderNo === '' ? {} : { orderNo: orderNo.slice(0, 200) }),
    ...(customer === '' ? {} : { customer: customer.slice(0, 200) }),
  };
}

const interruptedOffers = createInterruptedInput<ReadonlyMap<number, UnsentOffer>>();
const FORM_NAME = 'quote-desk';

/** Keeps unsent offers when the user opens another request; asks for confirmation before the user leaves the desk. */
function useUnsentOffers(): { offers: UnsentOffers; ids: ReadonlySet<number> } {
  const restored = useRestoredInput(interruptedOffers, FORM_NAME);
  const [offers] = useState(() => createUnsentOffers(restored));
  const ids = useSyncExternalStore(offers.subscribe, offers.ids);
  const { setDirty } = useUnsavedGuard();
  useEffect(() => setDirty(ids.size > 0));
  useSaveOnSessionEnd(interruptedOffers, FORM_NAME, () => (ids.size > 0 ? offers.all() : undefined));
  return { offers, ids };
}
