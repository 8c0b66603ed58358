import { useQuery, type QueryClient } from '@tanstack/react-query';
import { machiningPrices } from '#contract/catalogue/machining-prices.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import { materials } from '#contract/catalogue/materials.ts';
import { MAX_PAGE_SIZE } from '#contract/kernel/paging.ts';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import { processes } from '#contract/catalogue/processes.ts';
import type { CncPrice } from '#domain/pricing/types.ts';
import { fetchData } from '#providers/http/http.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { usePermission } from '../../session/use-permission.ts';

/*
 * The whole catalogue, for selects and trial prices; fetched whenever a screen opens. The data is undefined while it
 * loads, and for users without permission, who get no preview.
 */

const CATALOGUE = 'catalogue';

interface Page<T> {
  list: (T | { deletedAt: string })[];
  count: number;
}

async function fetchAllPages<T extends object>(
  fetchPage: (page: { pageIndex: number; pageSize: number }) => Promise<Page<T>>,
): Promise<T[]> {
  const rows: T[] = [];
  for (let pageIndex = 1; ; pageIndex += 1) {
    const { list, count } = await fetchPage({ pageIndex, pageSize: MAX_PAGE_SIZE });
    rows.push(...list.filter((row): row is T => !('deletedAt' in row)));
    if (pageIndex * MAX_PAGE_SIZE >= count) return rows;
  }
}

export function useMaterials(): readonly Material[] | undefined {
  const { data } = useQuery({
    queryKey: [CATALOGUE, 'materials'],
    queryFn: () => fetchAllPages<Material>((query) => fetchData(materials.list, { query })),
    enabled: usePermission('mfr:material:list'),
  });
  return data;
}

export function useProcessTree() {
  return useQuery({
    queryKey: [CATALOGUE, 'processes'],
    queryFn: () => fetchAllPages<ProcessTreeNode>((query) => fetchData(processes.tree, { query })),
    enabled: usePermission('mfr:process:list'),
  });
}

/** Yuan per piece by material tag, for the caller's company. */
export function useMachiningPrices(): CncPrice | undefined {
  const { data } = useEndpoint(machiningPrices.list, {
    quiet: false,
    queryKey: [CATALOGUE, 'machining-prices'],
    enabled: usePermission('mfr:machiningPrice:list'),
    select: (rows) => Object.fromEntries(rows.map(({ materialTag, price }) => [materialTag, price])),
  });
  return data;
}

export function invalidateCatalogue(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [CATALOGUE] });
}
