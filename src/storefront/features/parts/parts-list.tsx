import { useQuery } from '@tanstack/react-query';
import { paths } from '#storefront/app/paths.ts';
import { EmptyList } from '#storefront/ui/list/list-message.tsx';
import { PagedList } from '#storefront/ui/list/paged-list.tsx';
import { hasFilters, queryString } from '#storefront/ui/list/search-query.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import list from '#storefront/ui/list/paged-list.module.css';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { PartRow, type PartChoice } from './part-row.tsx';
import { partsQuery } from './parts-query.ts';
import { noFilters, type PartsSearch } from './parts-search.ts';
import styles from './parts-page.module.css';

const urlOf = (search: PartsSearch) => paths.parts + queryString(search);

export function PartsList({ search, choice }: { search: PartsSearch; choice: PartChoice | undefined }) {
  return (
    <PagedList
      query={useQuery(partsQuery(search))}
      page={search.page}
      urlOf={(to) => urlOf({ ...search, page: to })}
      unit="个零件"
      skeleton={<PartsSkeleton />}
      emptyList={
        <EmptyList
          records="零件"
          isFiltered={hasFilters(search)}
          listUrl={urlOf(noFilters)}
          hint="报价或下单过的零件会自动归入零件库，下次勾选即可返单。"
        />
      }
    >
      {(part) => <PartRow part={part} choice={choice} />}
    </PagedList>
  );
}

const ROWS = 6;

function PartsSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton width="96px" height="22px" />
      <div className={list.list}>
        {Array.from({ length: ROWS }, (_, index) => (
          <div key={index} className={classNames(list.record, styles.row)}>
            <Skeleton width="18px" height="18px" />
            <Skeleton width="96px" height="72px" />
            <div className={styles.info}>
              <Skeleton width="min(200px, 100%)" height="24px" />
              <Skeleton width="min(320px, 100%)" height="18px" />
              <Skeleton width="min(180px, 100%)" height="18px" />
            </div>
            <div className={styles.last}>
              <Skeleton width="96px" height="42px" />
            </div>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
