import { FilterOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { CreateButton, RefreshButton } from '@refinedev/antd';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { filterParams, sortParams } from '#providers/data-provider.ts';
import { ExportMenu } from '../../components/export-menu.tsx';
import { useAllowed } from '../use-allowed.ts';
import { useResourceNavigation } from '../use-resource-navigation.ts';
import { ColumnChooser } from './column-chooser.tsx';
import type { Resource } from '../define-resource.ts';
import type { ListState } from '../resource-parts.ts';
import styles from '../resource-kit.module.css';
import { ImportButton } from '../import/import-button.tsx';
import { listQuery } from './list-state.ts';
import type { ColumnChoice } from './use-columns.ts';
import type { Density } from './use-density.ts';
import { ViewMenu } from './view-menu.tsx';

interface Props {
  resource: Resource;
  state: ListState;
  onChange: (state: ListState) => void;
  areFiltersShown: boolean;
  onToggleFilters: () => void;
  columns: ColumnChoice;
  /** Columns that do not fit into the window. */
  hiddenByWidth: readonly string[];
  /** Undefined for a fixed row height. */
  density?: readonly [Density, (density: Density) => void];
  isFetching: boolean;
  onRefresh: () => void;
  tools: ReactNode;
}

export function ListToolbar({ resource, tools, ...props }: Props) {
  const { goCreate } = useResourceNavigation(resource);
  const filterLabel = props.areFiltersShown ? '收起筛选' : '展开筛选';
  const filterCount = Object.keys(props.state.filters).length;
  return (
    <div className={styles.toolbar}>
      <CreateButton
        resource={resource.name}
        icon={<PlusOutlined aria-hidden />}
        // The surrounding link is the tab stop.
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
              // The accessible name must contain the visible count.
              aria-label={[filterLabel, ...(filterCount > 0 ? [filterCount] : [])].join(' ')}
              aria-expanded={props.areFiltersShown}
              onClick={props.onToggleFilters}
            >
              {filterCount || null}
            </Button>
          </Tooltip>
        ) : null}
        <ViewMenu resource={resource} state={props.state} onChange={props.onChange} columns={props.columns} />
        <ImportButton resource={resource} />
        <ExportButton resource={resource} state={props.state} />
        <ColumnChooser
          resource={resource}
          columns={props.columns}
          hiddenByWidth={props.hiddenByWidth}
          density={props.density}
        />
        <Tooltip title="刷新">
          <RefreshButton
            resource={resource.name}
            hideText
            icon={<ReloadOutlined />}
            aria-label="刷新"
            loading={props.isFetching}
            onClick={props.onRefresh}
          />
        </Tooltip>
      </div>
    </div>
  );
}

/** Exports all pages of the list, with the current filters and sort order. */
function ExportButton({ resource, state }: { resource: Resource; state: ListState }) {
  const canExport = useAllowed(resource, 'export');
  const { export: endpoint } = resource.endpoints;
  if (!endpoint || !canExport) return null;
  const { filters, sorters } = listQuery(resource, state);
  const query = { ...filterParams(filters), ...sortParams(sorters) };
  return <ExportMenu label="导出" endpoint={endpoint} others={resource.exports} query={query} />;
}
