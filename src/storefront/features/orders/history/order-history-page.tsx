import { useLocation, useSearch } from 'wouter';
import { paths } from '#storefront/app/paths.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import list from '#storefront/ui/list/paged-list.module.css';
import { searchText } from '#storefront/ui/list/search-address.ts';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryList } from './history-list.tsx';
import { readSearch } from './history-search.ts';

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
