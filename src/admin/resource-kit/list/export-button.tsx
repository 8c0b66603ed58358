import { filterParams, sortParams } from '#providers/data-provider.ts';
import { ExportMenu } from '../../components/export-menu.tsx';
import { useAllowed } from '../use-allowed.ts';
import type { Resource } from '../define-resource.ts';
import { listQuery } from './list-state.ts';
import type { ListState } from '../resource-parts.ts';

/** Exports all pages of the list as a file, with the current filters and sort order. */
export function ExportButton({ resource, state }: { resource: Resource; state: ListState }) {
  const canExport = useAllowed(resource, 'export');
  const { export: endpoint } = resource.endpoints;
  if (!endpoint || !canExport) return null;
  const { filters, sorters } = listQuery(resource, state);
  const query = { ...filterParams(filters), ...sortParams(sorters) };
  return <ExportMenu label="导出" endpoint={endpoint} others={resource.exports} query={query} />;
}
