import { DownloadOutlined } from '@ant-design/icons';
import { ExportButton as RefineExportButton } from '@refinedev/antd';
import { Dropdown } from 'antd';
import { useState } from 'react';
import { filterParams, sortParams } from '#providers/data-provider.ts';
import { download } from '#providers/http/download.ts';
import { CallError } from '#providers/http/result.ts';
import { useAllowed } from '../use-allowed.ts';
import type { Resource } from '../define-resource.ts';
import { listQuery } from './list-state.ts';
import type { ListState } from '../resource-parts.ts';

/** Exports all pages of the list as a file, with the current filters and sort order. */
export function ExportButton({ resource, state }: { resource: Resource; state: ListState }) {
  const [isBusy, setIsBusy] = useState(false);
  const canExport = useAllowed(resource, 'export');
  const { export: endpoint } = resource.endpoints;
  if (!endpoint || !canExport) return null;
  const files = [{ label: '', endpoint }, ...resource.exports].flatMap((file) => [
    { ...file, format: 'xlsx', name: 'Excel' },
    { ...file, format: 'csv', name: 'CSV' },
  ]);

  async function save({ endpoint: source, format }: (typeof files)[number]) {
    setIsBusy(true);
    const { filters, sorters } = listQuery(resource, state);
    const query: Record<string, unknown> = { format, ...filterParams(filters), ...sortParams(sorters) };
    try {
      await download(source, { query });
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
        items: files.map(({ label, name }, index) => ({ key: index, label: `导出${label} ${name}` })),
        onClick: ({ key }) => {
          const file = files[Number(key)];
          if (file) void save(file);
        },
      }}
    >
      <RefineExportButton icon={<DownloadOutlined aria-hidden />} loading={isBusy}>
        导出
      </RefineExportButton>
    </Dropdown>
  );
}
