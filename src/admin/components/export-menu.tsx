import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { download, type FileEndpoint } from '#providers/http/download.ts';
import { useBusy } from './use-busy.ts';

interface Props {
  label: string;
  endpoint: FileEndpoint;
  params?: Readonly<Record<string, string | number>>;
  /** Besides the format. */
  query?: Readonly<Record<string, unknown>>;
}

/** A button that saves a list as a spreadsheet in one of the two formats. */
export function ExportMenu({ label, endpoint, params, query }: Props) {
  const { busy, whileBusy } = useBusy<'export'>();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'xlsx', label: '导出 Excel' },
          { key: 'csv', label: '导出 CSV' },
        ],
        onClick: ({ key }) =>
          void whileBusy('export', async () => {
            await download(endpoint, { ...(params && { params }), query: { ...query, format: key } });
          }),
      }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} loading={busy === 'export'}>
        {label}
      </Button>
    </Dropdown>
  );
}
