import type { ServerStatus } from '#contract/system/monitor.ts';
import { FigureTable, type Column } from '../../components/figure-table.tsx';
import page from '../../components/page/page.module.css';
import styles from './monitor.module.css';
import { bytesText, countText, msText } from './units.ts';

const statementColumns: readonly Column<ServerStatus['database']['slowestStatements'][number]>[] = [
  {
    head: '语句',
    text: ({ statement }) => (
      <code className={styles.statement} title={statement}>
        {statement}
      </code>
    ),
  },
  { head: '次数', text: ({ calls }) => countText(calls) },
  { head: '平均', text: ({ meanMs }) => msText(meanMs) },
  { head: '最长', text: ({ maxMs }) => msText(maxMs) },
];

const tableColumns: readonly Column<ServerStatus['database']['largestTables'][number]>[] = [
  { head: '表', text: ({ name }) => <code>{name}</code> },
  { head: '行数（约）', text: ({ rows }) => countText(rows) },
  { head: '大小', text: ({ size }) => bytesText(size) },
];

export function DatabaseTables({ database }: Pick<ServerStatus, 'database'>) {
  const { slowestStatements, largestTables } = database;
  return (
    <>
      <section className={`${page.card} ${styles.panel}`} aria-label="最慢的语句">
        <h2>最慢的语句（本次启动以来）</h2>
        {slowestStatements.length === 0 ? <p className={styles.detail}>还没有记录</p> : null}
        <FigureTable
          title="最慢的语句"
          rows={slowestStatements}
          rowKey={({ statement }) => statement}
          columns={statementColumns}
        />
      </section>
      <section className={`${page.card} ${styles.panel}`} aria-label="最大的表">
        <h2>最大的表</h2>
        <FigureTable
          title="最大的表"
          rows={largestTables}
          rowKey={({ name }) => name}
          columns={tableColumns}
        />
      </section>
    </>
  );
}
