import { useRef, type KeyboardEvent } from 'react';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { orders } from '#contract/orders/orders.ts';
import { filterParams } from '#providers/data-provider.ts';
import { useEndpoint } from '../../../calls/use-endpoint.ts';
import { listQuery } from '../../../resource-kit/list/list-state.ts';
import type { ListHeadProps } from '../../../resource-kit/define-resource.ts';
import { BulkUndo } from '../moves/bulk-undo.tsx';
import { ORDER_COUNTS } from '../order-queries.ts';
import { useOrderStatus } from '../order-status-options.ts';
import styles from './status-tabs.module.css';

const ALL = 'all';

/** A tab for each status, with the number of orders that match the other filters. */
export function StatusTabs({ resource, state, onChange }: ListHeadProps) {
  const list = useRef<HTMLDivElement>(null);
  const statusOf = useOrderStatus();
  const { status, ...filters } = state.filters;
  const query = filterParams(listQuery(resource, { ...state, filters }).filters);
  const { data: counts } = useEndpoint(orders.counts, {
    query,
    quiet: false,
    queryKey: [ORDER_COUNTS, query],
  });
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const current = typeof status === 'string' ? status : ALL;
  const tabs = [
    { key: ALL, label: '全部', count: all },
    ...ORDER_STATUSES.map((orderStatus) => ({
      key: orderStatus as string,
      label: statusOf(orderStatus).label,
      count: counts && (counts[orderStatus] ?? 0),
    })),
  ];

  function select(key: string) {
    onChange({ page: 1, filters: key === ALL ? filters : { ...filters, status: key } });
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const index = tabs.findIndex(({ key }) => key === current);
    const next = step === undefined ? undefined : tabs.at((index + step) % tabs.length);
    if (!next) return;
    event.preventDefault();
    select(next.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  }

  // Not antd's Tabs: its 更多 button is inside the tablist, where assistive technology expects only tabs.
  return (
    <>
      <BulkUndo />
      <div ref={list} role="tablist" aria-label="订单状态" className={styles.tabs}>
        {tabs.map(({ key, label, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            data-key={key}
            aria-selected={key === current}
            tabIndex={key === current ? 0 : -1}
            className={styles.tab}
            onClick={() => select(key)}
            onKeyDown={onKeyDown}
          >
            {count === undefined ? label : `${label} ${count}`}
          </button>
        ))}
      </div>
    </>
  );
}
