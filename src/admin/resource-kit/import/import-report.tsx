import { Table, Tag } from 'antd';
import type { RecordReport } from '#contract/kernel/record-import.ts';
import { ImportErrors } from '../../components/import-errors.tsx';

const BODY_PX = 400;
/** If less space is available, the table scrolls sideways. */
const MIN_WIDTH_PX = 640;

interface ChangeRow {
  key: string;
  row: number;
  name: string;
  isNew: boolean;
  fields: RecordReport['created'][number]['fields'];
}

/** The number of fields that the row clears: a blank cell may be a mistake. */
export const countCleared = ({ fields }: Pick<ChangeRow, 'fields'>): number =>
  fields.filter(({ before, after }) => before !== '' && after === '').length;

/** The errors of a file, or its new and changed records. Rows that clear fields come first. */
export function ImportReport({ report: { created, changed, errors } }: { report: RecordReport }) {
  if (errors.length > 0) {
    return <ImportErrors errors={errors} height={BODY_PX} />;
  }
  const rows = [
    ...created.map((record): ChangeRow => ({ ...record, key: String(record.row), isNew: true })),
    ...changed.map((record): ChangeRow => ({ ...record, key: String(record.row), isNew: false })),
  ].toSorted((a, b) => Number(countCleared(b) > 0) - Number(countCleared(a) > 0));
  if (rows.length === 0) return null;
  return (
    <Table
      size="small"
      scroll={{ y: BODY_PX, x: MIN_WIDTH_PX }}
      pagination={rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
      rowKey="key"
      dataSource={rows}
      columns={[
        { title: '行', dataIndex: 'row', width: 70 },
        {
          title: '',
          dataIndex: 'isNew',
          width: 80,
          render: (isNew: boolean) => <Tag color={isNew ? 'green' : 'blue'}>{isNew ? '新增' : '修改'}</Tag>,
        },
        { title: '名称', dataIndex: 'name', width: 200 },
        {
          title: '内容',
          dataIndex: 'fields',
          render: (_, { fields, isNew }) => <Fields fields={fields} isNew={isNew} />,
        },
      ]}
    />
  );
}

function Fields({ fields, isNew }: Pick<ChangeRow, 'fields' | 'isNew'>) {
  return (
    <ul>
      {fields
        .filter(({ after }) => !isNew || after !== '')
        .map(({ head, before, after }) => (
          <li key={head}>
            {head}：{isNew ? after : `${before || '（空）'} → `}
            {isNew ? null : <strong>{after || '（空）'}</strong>}
          </li>
        ))}
    </ul>
  );
}
