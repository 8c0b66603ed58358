import { useList } from '@refinedev/core';
import { Skeleton } from 'antd';
import { useState } from 'react';
import type { OperationLog } from '#contract/system/logs.ts';
import { LoadError } from '../components/page/load-error.tsx';
import { Pager } from '../components/page/paged-list.tsx';
import type { Row } from '../field-types/field.ts';
import { changes } from '../field-types/changes.tsx';
import { timeText } from '#domain/shanghai-time.ts';
import type { DrawerProps } from './define-resource.ts';
import { historyChanges } from './history-changes.ts';
import styles from './resource-kit.module.css';

const PAGE_SIZE = 10;

interface Props extends Pick<DrawerProps, 'resource' | 'id'> {
  record: Row;
}

export function RecordHistory({ resource, id, record }: Props) {
  const [page, setPage] = useState(1);
  const {
    query,
    result: { data, total = 0 },
  } = useList<OperationLog>({
    resource: 'operation-log',
    pagination: { currentPage: page, pageSize: PAGE_SIZE },
    filters: [{ field: 'record', operator: 'eq', value: `${resource.permission}/${id}` }],
  });
  if (query.isError) {
    return <LoadError label="历史" error={query.error} onRetry={query.refetch} />;
  }
  if (query.isPending) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (total === 0) return <p className={styles.noHistory}>没有可显示的修改记录。</p>;
  return (
    <div aria-busy={query.isPlaceholderData}>
      <ol className={styles.history} aria-label="历史">
        {data.map((entry) => {
          const { shownChanges, names } = historyChanges(resource, record, entry.changes);
          return (
            <li key={entry.id}>
              <p className={styles.historyHead}>
                <strong>{entry.title}</strong>
                <span>{entry.operName}</span>
                <time dateTime={entry.operTime}>{timeText(entry.operTime)}</time>
              </p>
              {Object.keys(shownChanges).length === 0
                ? null
                : changes.detail?.(shownChanges, { type: 'changes', label: '变更', names: () => names }, {})}
            </li>
          );
        })}
      </ol>
      <Pager size="small" align="end" pageIndex={page} pageSize={PAGE_SIZE} total={total} onPage={setPage} />
    </div>
  );
}
