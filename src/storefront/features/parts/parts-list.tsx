import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { DEFAULT_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { paths } from '#storefront/app/paths.ts';
import { ButtonLink } from '#storefront/ui/button.tsx';
import { FailedList, ListMessage } from '#storefront/ui/list-message.tsx';
import page from '#storefront/ui/page.module.css';
import { Pager } from '#storefront/ui/pager.tsx';
import { PartRow, type PartChoice } from './part-row.tsx';
import { partsQuery } from './parts-query.ts';
import { hasFilters, noFilters, searchText, type PartsSearch } from './parts-search.ts';
import { PartsSkeleton } from './parts-skeleton.tsx';
import styles from './parts-page.module.css';

const addressOf = (search: PartsSearch) => paths.parts + searchText(search);

/** The parts that match the filters; the previous page stays visible while another one loads. */
export function PartsList({ search, choice }: { search: PartsSearch; choice: PartChoice | undefined }) {
  const top = useRef<HTMLDivElement>(null);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(partsQuery(search));
  const failed = error && <FailedList error={error} isBusy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return failed ?? <PartsSkeleton />;
  if (data.count === 0) return <Nothing search={search} />;
  const last = Math.max(1, Math.ceil(data.count / DEFAULT_PAGE_SIZE));
  return (
    <div ref={top} className={styles.result} aria-busy={isPlaceholderData}>
      {failed}
      <p role="status" className={page.muted}>
        共 {data.count} 个零件{last > 1 && `，第 ${search.page} / ${last} 页`}
      </p>
      {data.list.length === 0 ? (
        <ListMessage text="这一页没有内容。">
          <ButtonLink to={addressOf({ ...search, page: last })}>到最后一页</ButtonLink>
        </ListMessage>
      ) : (
        <ol className={styles.list}>
          {data.list.map((part) => (
            <li key={part.id}>
              <PartRow part={part} choice={choice} />
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

function Nothing({ search }: { search: PartsSearch }) {
  return hasFilters(search) ? (
    <ListMessage text="没有符合条件的零件。">
      <ButtonLink to={addressOf(noFilters)}>查看全部</ButtonLink>
    </ListMessage>
  ) : (
    <ListMessage text="还没有零件。报价或下单过的零件会自动归入零件库，下次勾选即可返单。">
      <ButtonLink to={paths.quote} variant="primary">
        去报价
      </ButtonLink>
    </ListMessage>
  );
}
