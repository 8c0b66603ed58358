import { useQuery } from '@tanstack/react-query';
import { useOrderStatus } from '#storefront/app/dict-options.ts';
import { paths } from '#storefront/app/paths.ts';
import { ButtonLink } from '#storefront/ui/button.tsx';
import { ListMessage } from '#storefront/ui/list/list-message.tsx';
import { PagedList } from '#storefront/ui/list/paged-list.tsx';
import { hasFilters, searchText } from '#storefront/ui/list/search-address.ts';
import { historyQuery } from './history-query.ts';
import { HistoryRow } from './history-row.tsx';
import { noFilters, type HistorySearch } from './history-search.ts';
import { HistorySkeleton } from './history-skeleton.tsx';

const addressOf = (search: HistorySearch) => paths.history + searchText(search);

/** The orders that match the filters. */
export function HistoryList({ search }: { search: HistorySearch }) {
  const statusOf = useOrderStatus();
  return (
    <PagedList
      query={useQuery(historyQuery(search))}
      page={search.page}
      addressOf={(to) => addressOf({ ...search, page: to })}
      unit="条"
      skeleton={<HistorySkeleton />}
      nothing={<Nothing search={search} />}
    >
      {(order) => <HistoryRow order={order} status={statusOf(order.status)} />}
    </PagedList>
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
