import { Alert, Button } from 'antd';
import { Suspense, useDeferredValue, useRef, useState, type ReactNode } from 'react';
import { Outlet, useSearchParams } from 'react-router';
import { readStored, writeStored } from '#providers/browser-storage.ts';
import page from '../../components/page/page.module.css';
import { ListSkeleton } from '../../components/page/list-skeleton.tsx';
import { PageTabs } from '../../components/page/page-tabs.tsx';
import { LoadError } from '../../components/page/load-error.tsx';
import type { Resource } from '../define-resource.ts';
import type { ListState } from '../resource-parts.ts';
import styles from '../resource-kit.module.css';
import { ListFilters } from './list-filters.tsx';
import { invalidFilters } from './list-state.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { fittingColumns } from './fit-columns.ts';
import type { ListContext } from '../record-steps.tsx';
import { useColumns } from './use-columns.ts';
import { useDensity, type Density } from './use-density.ts';
import { CARDS_BELOW_PX, useWidth } from './use-width.ts';

export interface ListLayout {
  columns: readonly string[];
  /** The user has chosen the columns, so they may be wider than the window. */
  isCustomized: boolean;
  isNarrow: boolean;
  density: Density;
}

interface Props {
  resource: Resource;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
  query: {
    data: unknown;
    error: { message: string } | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  tools?: ReactNode;
  /** The width in pixels of everything except the columns, such as actions. */
  extraWidth: number;
  /** The ids of the records in order, for stepping through them in a drawer. */
  ids?: readonly number[];
  children: (layout: ListLayout) => ReactNode;
}

/** The frame of all lists and trees: heading, tabs, filters, toolbar, error, and the drawers of the child routes. */
export function ListFrame({ resource, state, onChange, query, tools, extraWidth, ids, children }: Props) {
  const { listHead } = resource;
  const columnChoice = useColumns(resource);
  const density = useDensity();
  const container = useRef<HTMLDivElement>(null);
  const width = useWidth(container);
  const isReady = query.data !== undefined && width !== undefined;
  // Deferred: React then renders the table in chunks, so that the browser stays responsive.
  const isTableRendered = useDeferredValue(isReady, false);
  const isNarrow = width !== undefined && width < CARDS_BELOW_PX;
  const important = resource.list.important;
  const columns =
    columnChoice.isCustomized || width === undefined
      ? columnChoice.shown
      : isNarrow
        ? columnChoice.shown.filter((name) => important.length === 0 || important.includes(name))
        : fittingColumns(resource, columnChoice.shown, width - extraWidth);
  const [areFiltersShown, setFiltersShown] = useFiltersShown();
  const [areAllFiltersShown, setAllFiltersShown] = useState(false);
  const refetch = () => void query.refetch();
  const [params] = useSearchParams();
  const invalid = invalidFilters(resource, params);

  return (
    <div className={page.page}>
      <h1>{resource.label}</h1>
      {resource.tabs ? <PageTabs tabs={resource.tabs} /> : null}
      {areFiltersShown && resource.list.filters.length > 0 ? (
        <ListFilters
          key={JSON.stringify(state.filters)}
          resource={resource}
          filters={state.filters}
          excluded={listHead?.filters}
          isExpanded={areAllFiltersShown}
          onExpand={() => setAllFiltersShown(true)}
          onChange={(filters) => onChange({ filters, page: 1 })}
          onRepeat={refetch}
        />
      ) : null}
      <section className={page.card} aria-label={`${resource.label}列表`}>
        {listHead ? (
          <Suspense fallback={null}>
            <listHead.Content resource={resource} state={state} onChange={onChange} />
          </Suspense>
        ) : null}
        <ListToolbar
          resource={resource}
          state={state}
          onChange={onChange}
          areFiltersShown={areFiltersShown}
          onToggleFilters={() => setFiltersShown(!areFiltersShown)}
          columns={columnChoice}
          hiddenByWidth={columnChoice.shown.filter((name) => !columns.includes(name))}
          density={resource.tree || isNarrow ? undefined : density}
          isFetching={query.isFetching}
          onRefresh={refetch}
          tools={tools}
        />
        {invalid.length > 0 ? (
          <Alert
            className={styles.formNote}
            type="warning"
            showIcon
            title={`链接里的筛选条件不存在，列表没有按它筛选：${invalid.join('、')}`}
            action={
              // Any change rewrites the URL, without the unknown filters.
              <Button size="small" onClick={() => onChange({})}>
                知道了
              </Button>
            }
          />
        ) : null}
        {query.error ? <LoadError label="列表" error={query.error} onRetry={refetch} /> : null}
        {/*
         * The table is the most expensive part of the page, so it renders only with its rows. After an error, the
         * previous rows stay.
         */}
        <div ref={container}>
          {isReady && isTableRendered ? (
            children({ columns, isCustomized: columnChoice.isCustomized, isNarrow, density: density[0] })
          ) : query.error ? null : (
            <ListSkeleton />
          )}
        </div>
      </section>
      <Suspense fallback={null}>
        <Outlet context={{ ids: ids ?? [] } satisfies ListContext} />
      </Suspense>
    </div>
  );
}

const SHOWN_KEY = 'admin.filters-shown';
const NARROW = '(max-width: 767px)';

/** Whether the filter bar is open, stored in the browser. Initially closed on a phone, where it would cover the list. */
function useFiltersShown(): [boolean, (isShown: boolean) => void] {
  const [isShown, setIsShown] = useState(() => {
    const stored = readStored(SHOWN_KEY);
    return stored === null ? !window.matchMedia(NARROW).matches : stored === '1';
  });
  function choose(next: boolean) {
    writeStored(SHOWN_KEY, next ? '1' : '0');
    setIsShown(next);
  }
  return [isShown, choose];
}
