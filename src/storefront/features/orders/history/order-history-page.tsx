import { useLocation, useSearch } from 'wouter';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { paths } from '#storefront/app/paths.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import list from '#storefront/ui/list/paged-list.module.css';
import { searchText, hasFilters } from '#storefront/ui/list/search-address.ts';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { useOrderStatus } from '#storefront/app/dict-options.ts';
import { NothingFound } from '#storefront/ui/list/list-message.tsx';
import { PagedList } from '#storefront/ui/list/paged-list.tsx';
import { orders } from '#contract/orders/orders.ts';
import { fetchData } from '#providers/http/http.ts';
import { pagedQuery } from '#storefront/ui/list/paged-query.ts';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { readSearch, noFilters, type HistorySearch, listQuery } from './history-search.ts';
import { HistoryRow } from './history-row.tsx';
import styles from './history-list.module.css';

/** Every quotation and order that the user may see, newest first; the filters are in the address. */
export function OrderHistoryPage() {
  usePageTitle('历史报价');
  const [, navigate] = useLocation();
  const search = readSearch(useSearch());
  return (
    <section className={classNames(page.card, list.library)} aria-labelledby="history-title">
      <h1 id="history-title">历史报价</h1>
      <HistoryFilters search={search} onSearch={(wanted) => navigate(paths.history + searchText(wanted))} />
      <HistoryList search={search} />
    </section>
  );
}

const addressOf = (search: HistorySearch) => paths.history + searchText(search);

/** The orders that match the filters. */
function HistoryList({ search }: { search: HistorySearch }) {
  const statusOf = useOrderStatus();
  return (
    <PagedList
      query={useQuery(historyQuery(search))}
      page={search.page}
      addressOf={(to) => addressOf({ ...search, page: to })}
      unit="条"
      skeleton={<HistorySkeleton />}
      nothing={
        <NothingFound
          records="报价"
          isFiltered={hasFilters(search)}
          all={addressOf(noFilters)}
          hint="选材料、选工艺，价格与交期立等可见。"
        />
      }
    >
      {(order) => <HistoryRow order={order} status={statusOf(order.status)} />}
    </PagedList>
  );
}

/** A page of the history. */
const historyQuery = (search: HistorySearch) =>
  queryOptions({
    queryKey: ['orders', search],
    queryFn: ({ signal }) => fetchData(orders.list, { query: listQuery(search), signal, quiet: true }),
    ...pagedQuery,
  });

const ROWS = 8;

/** Rows of the history in their final size. */
function HistorySkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton width="72px" height="22px" />
      <div className={list.list}>
        {Array.from({ length: ROWS }, (_, at) => (
          <div key={at} className={classNames(list.record, styles.row)}>
            <div className={styles.what}>
              <Skeleton width="min(220px, 100%)" height="24px" />
              <Skeleton width="min(320px, 100%)" height="20px" />
              <Skeleton width="min(260px, 100%)" height="18px" />
            </div>
            <div className={styles.figures}>
              <Skeleton width="96px" height="42px" />
              <Skeleton width="112px" height="42px" />
            </div>
            <div className={styles.actions}>
              <Skeleton height="var(--actions-height)" />
            </div>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
