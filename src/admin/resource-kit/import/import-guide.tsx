import { Button, Space, Table } from 'antd';
import { MAX_IMPORT_ROWS } from '#contract/kernel/record-import.ts';
import { download } from '#providers/http/download.ts';
import { resultOrUndefined } from '#providers/http/result.ts';
import type { ImportSource } from '../resource-parts.ts';

export function ImportGuide({ imports: { spec, endpoints } }: { imports: ImportSource }) {
  const save = (records: 0 | 1) =>
    void resultOrUndefined(download(endpoints.importTemplate, { query: { records } }));
  const rows = Object.entries(spec.columns).map(([field, column]) => ({
    field,
    head: column.head,
    need: column.isRequired ? '新增必填' : '可留空',
    hint: [column.values && Object.values(column.values).join(' / '), column.hint].filter(Boolean).join('；'),
  }));
  return (
    <>
      <p>
        先下载模板或现有数据，填写后再选择文件（.xlsx 或 .csv，最多 {MAX_IMPORT_ROWS} 行）。
        导入前会列出新增和修改的内容，确认后才写入。
      </p>
      <Space>
        <Button onClick={() => save(0)}>下载空白模板</Button>
        <Button onClick={() => save(1)}>下载现有数据</Button>
      </Space>
      <Table
        size="small"
        pagination={false}
        scroll={{ y: 300 }}
        rowKey="field"
        dataSource={rows}
        columns={[
          { title: '列', dataIndex: 'head', width: 150 },
          { title: '要求', dataIndex: 'need', width: 100 },
          { title: '说明', dataIndex: 'hint' },
        ]}
      />
      <p>
        “编号”列填写了就按编号修改，没有填写就按
        {joinNames(spec.key.map((field) => `“${spec.columns[field]?.head ?? field}”`))}
        查找，找不到的作为新增。没有的列保持不变；数字和选项留空保持不变，文字和名称留空表示清空。
      </p>
    </>
  );
}

/** `甲、乙和丙` */
const joinNames = (names: readonly string[]): string =>
  [names.slice(0, -1).join('、'), names.at(-1)].filter(Boolean).join('和');
