import { Alert, Button, Space, Table } from 'antd';
import { useState } from 'react';
import type { AppliedImport } from '#contract/kernel/record-import.ts';
import { saveFile } from '#providers/http/download.ts';

interface Props {
  applied: AppliedImport;
  onClose: () => void;
}

/** Prevents spreadsheets from evaluating a name as a formula. Adds no quotes: usernames contain no commas or quotes. */
const cellOf = (text: string) => (/^[-+=@]/.test(text) ? `'${text}` : text);

/** The initial passwords of imported users, shown only once. */
export function InitialPasswords({ applied: { created, changed, passwords }, onClose }: Props) {
  const [isSaved, setIsSaved] = useState(false);

  function save() {
    const lines = passwords.map(({ username, password }) => `${cellOf(username)},${password}`);
    // Excel needs a byte order mark to read UTF-8.
    const text = `\ufeff${['用户名,初始密码', ...lines].join('\r\n')}\r\n`;
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), '初始密码.csv');
    setIsSaved(true);
  }

  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={`已新增 ${created} 个、修改 ${changed} 个用户。初始密码只在这里显示一次，请下载后分别告知；用户首次登录须修改密码。`}
      />
      <Table
        size="small"
        scroll={{ y: 340 }}
        pagination={false}
        rowKey="username"
        dataSource={passwords}
        columns={[
          { title: '用户名', dataIndex: 'username' },
          { title: '初始密码', dataIndex: 'password', render: (text: string) => <code>{text}</code> },
        ]}
      />
      <Space>
        <Button type="primary" onClick={save}>
          下载初始密码
        </Button>
        <Button onClick={onClose}>{isSaved ? '完成' : '已记下，关闭'}</Button>
      </Space>
    </>
  );
}
