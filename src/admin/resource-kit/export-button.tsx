import { DownloadOutlined } from '@ant-design/icons';
import { ExportButton as RefineExportButton } from '@refinedev/antd';
import { Dropdown } from 'antd';
import { useState } from 'react';
import { filterParams, sortParams } from '#providers/data-provider.ts';
import { download } from '#providers/download.ts';
import { CallError } from '#providers/result.ts';
import { useAllowed } from './use-allowed.ts';
import type { Resource } from './define-resource.ts';
import { listQuery } from './list-state.ts';
import type { ListState } from './define-resource.ts';

/** Exports all pages of the list as a file, with the current filters and sort order. */
export function ExportButton({ resource, state }: { resource: Resource; state: ListState }) {
  const [isBusy, setIsBusy] = useState(false);
  const canExport = useAllowed(resource, 'export');
  const { export: endpoint } = resource.endpoints;
  if (!endpoint || !canExport) return null;

  async function save(format: string) {
    if (!endpoint) return;
    setIsBusy(true);
    const { filters, sorters } = listQuery(resource, state);
    const query: Record<string, unknown> = { format, ...filterParams(filters), ...sortParams(sorters) };
    try {
      await download(endpoint, { query });
    } catch (error) {
      // The client has shown the failure.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'xlsx', label: '导出 Excel' },
          { key: 'csv', label: '导出 CSV' },
        ],
        onClick: ({ key }) => void save(key),
      }}
    >
      <RefineExportButton icon={<DownloadOutlined aria-hidden />} loading={isBusy}>
        导出
      </RefineExportButton>
    </Dropdown>
  );
}
