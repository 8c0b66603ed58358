import { FilterOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { CreateButton, RefreshButton } from '@refinedev/antd';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useNavigateWithin } from '../use-navigate-within.ts';
import { ColumnChooser } from './column-chooser.tsx';
import type { Resource } from '../define-resource.ts';
import type { ListState } from '../resource-parts.ts';
import styles from '../resource-kit.module.css';
import { ExportButton } from './export-button.tsx';
import { ImportButton } from '../import/import-button.tsx';
import type { ColumnChoice } from './use-columns.ts';
import type { Density } from './use-density.ts';
import { ViewMenu } from './view-menu.tsx';

interface Props {
  resource: Resource;
  /** The state of the list: the toolbar counts its filters and exports the list with it. */
  state: ListState;
  onChange: (state: ListState) => void;
  areFiltersShown: boolean;
  onToggleFilters: () => void;
  columns: ColumnChoice;
  /** Columns that the window is too narrow for. */
  narrowedOut: readonly string[];
  /** Undefined if the height of the rows is fixed. */
  density?: readonly [Density, (density: Density) => void];
  isFetching: boolean;
  onRefresh: () => void;
  /** Further buttons. */
  tools: ReactNode;
}

/** The buttons above the records. */
export function ListToolbar({ resource, tools, ...view }: Props) {
  const { goCreate } = useNavigateWithin(resource);
  const filterLabel = view.areFiltersShown ? '收起筛选' : '展开筛选';
  const filterCount = Object.keys(view.state.filters).length;
  return (
    <div className={styles.toolbar}>
      <CreateButton
        resource={resource.name}
        icon={<PlusOutlined aria-hidden />}
        // The link around the button is the stop of Tab; the address keeps the list's filters.
        tabIndex={-1}
        onClick={goCreate}
      >
        新增{resource.label}
      </CreateButton>
      {tools}
      <div className={styles.tools}>
        {resource.list.filters.length > 0 ? (
          <Tooltip title={filterLabel}>
            <Button
              icon={<FilterOutlined />}
              // Contains the visible number.
              aria-label={[filterLabel, ...(filterCount > 0 ? [filterCount] : [])].join(' ')}
              aria-expanded={view.areFiltersShown}
              onClick={view.onToggleFilters}
            >
              {filterCount || null}
            </Button>
          </Tooltip>
        ) : null}
        <ViewMenu resource={resource} state={view.state} onChange={view.onChange} columns={view.columns} />
        <ImportButton resource={resource} />
        <ExportButton resource={resource} state={view.state} />
        <ColumnChooser
          resource={resource}
          columns={view.columns}
          narrowedOut={view.narrowedOut}
          density={view.density}
        />
        <Tooltip title="刷新">
          <RefreshButton
            resource={resource.name}
            hideText
            icon={<ReloadOutlined />}
            aria-label="刷新"
            loading={view.isFetching}
            onClick={view.onRefresh}
          />
        </Tooltip>
      </div>
    </div>
  );
}
