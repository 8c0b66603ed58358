import { useTable } from '@refinedev/core';
import { useState } from 'react';
import type { Row } from '../../field-types/field.ts';
import type { Resource } from '../define-resource.ts';
import { listQuery } from './list-state.ts';
import { useListState } from './use-list-state.ts';

/** The rows of a list. The address holds page, sort order and filters, so links, Back and the menu change them too. */
export function useListTable(resource: Resource) {
  const [state, change] = useListState(resource);
  const { pagination, sorters, filters } = listQuery(resource, state);
  const table = useTable<Row>({
    resource: resource.name,
    pagination,
    sorters: { initial: sorters },
    filters: { initial: filters, defaultBehavior: 'replace' },
  });
  const [applied, setApplied] = useState(state);
  if (applied !== state) {
    // Set while rendering, so that no request is sent for the previous state.
    setApplied(state);
    table.setCurrentPage(state.page);
    table.setPageSize(state.pageSize);
    table.setSorters(sorters);
    table.setFilters(filters);
  }
  return { state, change, table };
}
