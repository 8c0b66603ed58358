import { FilterOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useNavigateWithin } from './use-navigate-within.ts';
import type { Row } from '../kinds/field.ts';
import { useAllowed } from './allowed.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import type { Resource } from './define-resource.ts';
import styles from './generated.module.css';
import { ExportButton } from './export-button.tsx';
import type { ListState } from './list-state.ts';
import { useDeletion } from './use-deletion.tsx';

interface Props {
  resource: Resource;
  selection: readonly Row[];
  onDeselect: () => void;
  /** Of the list: its filters are counted, and it is exported as it is filtered and sorted. */
  state: ListState;
  areFiltersShown: boolean;
  onToggleFilters: () => void;
  columns: readonly string[];
  onColumns: (columns: readonly string[]) => void;
  isFetching: boolean;
  onRefresh: () => void;
  /** Further buttons. */
  extra?: ReactNode;
}

/** Above the table: what one can do with the list and with the chosen rows. */
export function ListToolbar({ resource, selection, onDeselect, ...view }: Props) {
  const canCreate = useAllowed(resource, 'create');
  const remove = useDeletion(resource);
  const { goCreate } = useNavigateWithin(resource);
  return (
    <div className={styles.toolbar}>
      {canCreate ? (
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={goCreate}>
          新增{resource.label}
        </Button>
      ) : null}
      {selection.length > 0 ? (
        <>
          <Button danger onClick={() => remove(selection, onDeselect)}>
            {resource.removalVerb} {selection.length} 项
          </Button>
          <Button type="link" onClick={onDeselect}>
            取消选择
          </Button>
        </>
      ) : null}
      {view.extra}
      <span className={styles.spring} />
      {resource.list.filters.length > 0 ? (
        <Tooltip title={view.areFiltersShown ? '收起筛选' : '展开筛选'}>
          <Button
            icon={<FilterOutlined />}
            aria-label={view.areFiltersShown ? '收起筛选' : '展开筛选'}
            aria-expanded={view.areFiltersShown}
            onClick={view.onToggleFilters}
          >
            {Object.keys(view.state.filters).length || null}
          </Button>
        </Tooltip>
      ) : null}
      <ExportButton resource={resource} state={view.state} />
      <ColumnChooser resource={resource} columns={view.columns} onChange={view.onColumns} />
      <Tooltip title="刷新">
        <Button
          icon={<ReloadOutlined />}
          aria-label="刷新"
          loading={view.isFetching}
          onClick={view.onRefresh}
        />
      </Tooltip>
    </div>
  );
}
