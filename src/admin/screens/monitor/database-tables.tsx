import { Table } from 'antd';
import type { ServerStatus } from '#contract/system/monitor.ts';
import page from '../../components/page/page.module.css';
import styles from './monitor.module.css';
import { bytesText, countText, msText } from './units.ts';

type Database = ServerStatus['database'];

/** The largest tables and the slowest statements. */
export function DatabaseTables({ database }: { database: Database }) {
  return (
    <>
      <section className={`${page.card} ${styles.panel}`} aria-label="最慢的语句">
        <h2>最慢的语句（本次启动以来）</h2>
        <Table<Database['slowestStatements'][number]>
          size="small"
          rowKey="statement"
          pagination={false}
          dataSource={database.slowestStatements}
          locale={{ emptyText: '还没有记录' }}
          columns={[
            {
              key: 'statement',
              title: '语句',
              render: (_value, { statement }) => (
                <code className={styles.statement} title={statement}>
                  {statement}
                </code>
              ),
            },
            { key: 'calls', title: '次数', align: 'right', render: (_value, { calls }) => countText(calls) },
            { key: 'mean', title: '平均', align: 'right', render: (_value, { meanMs }) => msText(meanMs) },
            { key: 'max', title: '最长', align: 'right', render: (_value, { maxMs }) => msText(maxMs) },
          ]}
        />
      </section>
      <section className={`${page.card} ${styles.panel}`} aria-label="最大的表">
        <h2>最大的表</h2>
        <Table<Database['largestTables'][number]>
          size="small"
          rowKey="name"
          pagination={false}
          dataSource={database.largestTables}
          columns={[
            { key: 'name', title: '表', render: (_value, { name }) => <code>{name}</code> },
            {
              key: 'rows',
              title: '行数（约）',
              align: 'right',
              render: (_value, { rows }) => countText(rows),
            },
            { key: 'size', title: '大小', align: 'right', render: (_value, { size }) => bytesText(size) },
          ]}
        />
      </section>
    </>
  );
}
