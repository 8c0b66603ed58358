import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { ORDER_STATUSES, orderStatusLabels } from '#domain/orders/order-status.ts';
import { orders } from '#contract/orders.ts';
import { filterParams } from '#providers/data-provider.ts';
import { fetchData } from '#providers/http.ts';
import { listQuery } from '../../resource-kit/list-state.ts';
import type { ListHeadProps } from '../../resource-kit/define-resource.ts';
import { ORDER_COUNTS } from './order-queries.ts';

const ALL = 'all';

/** A tab for each status with its number of orders under the other filters. */
export function StatusTabs({ resource, state, onChange }: ListHeadProps) {
  const { status, ...filters } = state.filters;
  const query = filterParams(listQuery(resource, { ...state, filters }).filters);
  const { data: counts } = useQuery({
    queryKey: [ORDER_COUNTS, query],
    queryFn: ({ signal }) => fetchData(orders.counts, { query, signal }),
  });
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tab = (key: string, label: string, count: number | undefined) => ({
    key,
    label: count === undefined ? label : `${label} ${count}`,
  });
  return (
    <Tabs
      activeKey={typeof status === 'string' ? status : ALL}
      items={[
        tab(ALL, '全部', all),
        ...ORDER_STATUSES.map((one) => tab(one, orderStatusLabels[one], counts && (counts[one] ?? 0))),
      ]}
      onChange={(key) => onChange({ page: 1, filters: key === ALL ? filters : { ...filters, status: key } })}
    />
  );
}
