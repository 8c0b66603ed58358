import type { JobFigures } from '#contract/system/monitor.ts';
import { FigureTable, type Column } from '../../components/figure-table.tsx';
import page from '../../components/page/page.module.css';
import { Tag } from '../../field-types/tag.tsx';
import styles from './monitor.module.css';
import { countText, roughDurationText } from './units.ts';

const jobNames: Readonly<Record<string, string>> = {
  'sweep-rows': '清理过期数据',
  'sweep-files': '清理无用文件',
  'archive-missed': '补存订单文件',
  'remind-expiring': '提醒即将过期的报价',
  'sweep-models': '清理三维模型',
  'measure-model': '测量三维模型',
  'publish-prices': '定时发布调价',
  'give-up-prices': '未能发布的调价',
  'give-up-model': '转人工核对的模型',
  'replay-prices': '调价试算',
  'give-up-replay': '中断的调价试算',
  'shadow-prices': '影子运行',
  'queue-forgotten': '补排遗漏的任务',
  'send-mail': '发送邮件',
};

const COLUMNS: readonly Column<JobFigures>[] = [
  {
    head: '任务',
    text: ({ name, lastFailure }) => (
      <>
        {jobNames[name] ?? name}
        {lastFailure ? <div className={styles.failure}>最近一次失败：{lastFailure}</div> : null}
      </>
    ),
  },
  { head: '等待', text: ({ waiting }) => countText(waiting) },
  { head: '进行中', text: ({ running }) => countText(running) },
  {
    head: '最久等待',
    text: ({ waiting, oldestSeconds }) => (waiting === 0 ? '—' : roughDurationText(oldestSeconds)),
  },
  {
    head: '失败（近 7 天）',
    text: ({ failed }) => (failed === 0 ? '0' : <Tag color="red">{countText(failed)}</Tag>),
  },
];

/** The queued jobs of all servers by kind. */
export function JobsTable({ jobs }: { jobs: readonly JobFigures[] }) {
  return (
    <section className={`${page.card} ${styles.panel}`} aria-label="后台任务">
      <h2>后台任务（所有服务器）</h2>
      <FigureTable title="后台任务" rows={jobs} rowKey={({ name }) => name} columns={COLUMNS} />
    </section>
  );
}
