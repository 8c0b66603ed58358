import { Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { priceTable } from '#contract/prices/price-table.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { LoadError } from '../../components/page/load-error.tsx';
import { usePermission } from '../../session/use-permission.ts';
import type { CellView } from './grid/cell-text.ts';
import { PriceEditor } from './price-editor.tsx';
import type { PriceFilter } from './price-model.ts';
import styles from './price-table.module.css';
import { PriceVersions } from './versions/price-versions.tsx';

/** The value of `?version=` that shows the list of versions; a number shows one. */
const LIST = 'all';

/** 价目总表: every price of every material in one grid. */
export function PriceTableScreen() {
  const { data, error, dataUpdatedAt, refetch } = useEndpoint(priceTable.read, {
    quiet: false,
    queryKey: ['price-table'],
    // Never refetched while the user edits.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: undefined,
  });
  const reload = () => void refetch();
  // Kept here, because a reload replaces the editor.
  const [filter, setFilter] = useState<PriceFilter>({ tag: undefined, processId: undefined, text: '' });
  const [view, setView] = useState<CellView>('both');
  const canEdit = usePermission('mfr:price:edit');
  const [params, setParams] = useSearchParams();
  const open = (version: string) => setParams({ version });
  return (
    <div className={styles.screen}>
      <h1>价目总表</h1>
      {data ? (
        <PriceEditor
          key={dataUpdatedAt}
          table={data}
          filter={filter}
          onFilter={setFilter}
          view={view}
          onView={setView}
          onReload={reload}
          onVersions={() => open(LIST)}
        />
      ) : null}
      {!data && error ? <LoadError label="价目" error={error} onRetry={reload} /> : null}
      {!data && !error ? <Skeleton active paragraph={{ rows: 12 }} /> : null}
      {params.has('version') ? (
        <PriceVersions
          revision={Number(params.get('version')) || undefined}
          canEdit={canEdit}
          onOpen={(revision) => open(revision === undefined ? LIST : String(revision))}
          onApplied={reload}
          onClose={() => setParams({})}
        />
      ) : null}
    </div>
  );
}
