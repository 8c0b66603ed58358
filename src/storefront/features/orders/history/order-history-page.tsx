import { useLocation, useSearch } from 'wouter';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { paths } from '#storefront/app/paths.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import list from '#storefront/ui/list/paged-list.module.css';
import { queryString, hasFilters } from '#storefront/ui/list/search-query.ts';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { useOrderStatus } from '#storefront/app/dict-options.ts';
import { EmptyList } from '#storefront/ui/list/list-message.tsx';
import { PagedList } from '#storefront/ui/list/paged-list.tsx';
import { orders } from '#contract/orders/orders.ts';
import { fetchData } from '#providers/http/http.ts';
import { pagedQuery } from '#storefront/ui/list/paged-query.ts';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { readSearch, noFilters, type HistorySearch, listQuery } from './history-search.ts';
import { HistoryRow } from './history-row.tsx';
import styles from './history-list.module.css';

/** All quotations and orders that the user may see, newest first; the filters are in the URL. */
export function OrderHistoryPage() {
  usePageTitle('历史报价');
  const [, navigate] = useLocation();
  const search = readSearch(useSearch());
  return (
    <section className={classNames(page.card, list.library)} aria-labelledby="history-title">
      <h1 id="history-title">历史报价</h1>
      <HistoryFilters search={search} onSearch={(next) => navigate(paths.history + queryString(next))} />
      <HistoryList search={search} />
    </section>
  );
}

const urlOf = (search: HistorySearch) => paths.history + queryString(search);

function HistoryList({ search }: { search: HistorySearch }) {
  const statusOf = useOrderStatus();
  return (
    <PagedList
      query={useQuery(historyQuery(search))}
      page={search.page}
      urlOf={(to) => urlOf({ ...search, page: to })}
      unit="条"
      skeleton={<HistorySkeleton />}
      emptyList={
        <EmptyList
          records="报价"
          isFiltered={hasFilters(search)}
          listUrl={urlOf(noFilters)}
          hint="选材料、选工艺，价格与交期立等可见。"
        />
      }
    >
      {(order) => <HistoryRow order={order} status={statusOf(order.status)} />}
    </PagedList>
  );
}

const historyQuery = (search: HistorySearch) =>
  queryOptions({
    queryKey: ['orders', search],
    queryFn: ({ signal }) => fetchData(orders.list, { query: listQuery(search), signal, quiet: true }),
    ...pagedQuery,
  });

const ROWS = 8;

function HistorySkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton width="72px" height="22px" />
      <div className={list.list}>
        {Array.from({ length: ROWS }, (_, index) => (
          <div key={index} className={classNames(list.record, styles.row)}>
            <div className={styles.info}>
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
