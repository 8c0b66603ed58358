import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useOrderStatus } from '#storefront/app/dict-options.ts';
import { paths } from '#storefront/app/paths.ts';
import { ButtonLink } from '#storefront/ui/button.tsx';
import { FailedList, ListMessage } from '#storefront/ui/list-message.tsx';
import page from '#storefront/ui/page.module.css';
import { Pager } from '#storefront/ui/pager.tsx';
import styles from './history-list.module.css';
import { historyQuery } from './history-query.ts';
import { HistoryRow } from './history-row.tsx';
import { noFilters, hasFilters, lastPage, searchText, type HistorySearch } from './history-search.ts';
import { HistorySkeleton } from './history-skeleton.tsx';

const addressOf = (search: HistorySearch) => paths.history + searchText(search);

/** The orders that match the filters; the previous page stays visible while another one loads. */
export function HistoryList({ search }: { search: HistorySearch }) {
  const top = useRef<HTMLDivElement>(null);
  const statusOf = useOrderStatus();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(historyQuery(search));
  const failed = error && <FailedList error={error} isBusy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return failed ?? <HistorySkeleton />;
  if (data.count === 0) return <Nothing search={search} />;
  const last = lastPage(data.count);
  return (
    <div ref={top} className={styles.result} aria-busy={isPlaceholderData}>
      {failed}
      <p role="status" className={page.muted}>
        共 {data.count} 条{last > 1 && `，第 ${search.page} / ${last} 页`}
      </p>
      {data.list.length === 0 ? (
        <ListMessage text="这一页没有内容。">
          <ButtonLink to={addressOf({ ...search, page: last })}>到最后一页</ButtonLink>
        </ListMessage>
      ) : (
        <ol className={styles.list}>
          {data.list.map((order) => (
            <li key={order.id}>
              <HistoryRow order={order} status={statusOf(order.status)} />
            </li>
          ))}
        </ol>
      )}
      <Pager
        page={search.page}
        last={last}
        addressOf={(to) => addressOf({ ...search, page: to })}
        onTurn={() => top.current?.scrollIntoView()}
      />
    </div>
  );
}

function Nothing({ search }: { search: HistorySearch }) {
  return hasFilters(search) ? (
    <ListMessage text="没有符合条件的报价。">
      <ButtonLink to={addressOf(noFilters)}>查看全部</ButtonLink>
    </ListMessage>
  ) : (
    <ListMessage text="还没有报价。选材料、选工艺，价格与交期立等可见。">
      <ButtonLink to={paths.quote} variant="primary">
        去报价
      </ButtonLink>
    </ListMessage>
  );
}
