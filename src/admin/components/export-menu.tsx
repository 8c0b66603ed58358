import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { download, type FileEndpoint } from '#providers/http/download.ts';
import { useBusy } from './use-busy.ts';

interface Props {
  label: string;
  endpoint: FileEndpoint;
  /** Further files that the menu offers, with their names. */
  others?: readonly { label: string; endpoint: FileEndpoint }[];
  params?: Readonly<Record<string, string | number>>;
  /** The query parameters other than the format. */
  query?: Readonly<Record<string, unknown>>;
}

const FORMATS = { xlsx: 'Excel', csv: 'CSV' };

export function ExportMenu({ label, endpoint, others = [], params, query }: Props) {
  const { busy, whileBusy } = useBusy<'export'>();
  const files = [{ label: '', endpoint }, ...others].flatMap((file) =>
    Object.entries(FORMATS).map(([format, name]) => ({ ...file, format, name })),
  );
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: files.map((file, key) => ({ key, label: `导出${file.label} ${file.name}` })),
        onClick: ({ key }) =>
          void whileBusy('export', async () => {
            const file = files[Number(key)];
            if (!file) return;
            await download(file.endpoint, {
              ...(params && { params }),
              query: { ...query, format: file.format },
            });
          }),
      }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} loading={busy === 'export'}>
        {label}
      </Button>
    </Dropdown>
  );
}
