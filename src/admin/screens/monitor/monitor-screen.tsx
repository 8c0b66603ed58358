import { Alert, Skeleton } from 'antd';
import { useState } from 'react';
import { type ServerStatus, monitor } from '#contract/system/monitor.ts';
import { secondText, timeText } from '#domain/shanghai-time.ts';
import { MailCard } from '../../components/mail-card.tsx';
import { DatabaseTables } from './database-tables.tsx';
import { Gauge } from './gauge.tsx';
import { JobsTable } from './jobs-table.tsx';
import page from '../../components/page/page.module.css';
import styles from './monitor.module.css';
import { bytesText, countText, roughDurationText, msText, percentText } from './units.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { Sparkline } from './sparkline.tsx';

const storeNames: Readonly<Record<string, string>> = { disk: '磁盘', s3: 'S3 对象存储' };

export function MonitorScreen() {
  const { readings, error } = useReadings();
  const latest = readings.at(-1);
  return (
    <div className={page.page}>
      <h1>
        服务监控
        <small className={styles.at}>
          {latest ? `更新于 ${secondText(latest.at)} · 每 5 秒更新，离开或隐藏页面时停止` : ''}
        </small>
      </h1>
      {error ? <Alert type="warning" showIcon title={`最新数据加载失败：${error.message}`} /> : null}
      {latest ? (
        <Readings readings={readings} latest={latest} />
      ) : error ? null : (
        <Skeleton active paragraph={{ rows: 16 }} />
      )}
    </div>
  );
}

function Readings({ readings, latest }: { readings: readonly ServerStatus[]; latest: ServerStatus }) {
  const historyOf = (figure: (reading: ServerStatus) => number) => readings.map(figure);
  const usageText = ({ used, total }: { used: number; total: number }) =>
    `${bytesText(used)} / ${bytesText(total)}`;
  const { cpu, mem, swap, disk, process, database } = latest;
  return (
    <>
      <div className={styles.gauges}>
        <Gauge
          label="处理器"
          percent={cpu.percent}
          detail={`${cpu.cpuNum} 核 · 负载 ${cpu.load1.toFixed(2)}`}
          history={historyOf((reading) => reading.cpu.percent)}
        />
        <Gauge
          label="内存"
          percent={mem.percent}
          detail={usageText(mem)}
          history={historyOf((reading) => reading.mem.percent)}
        />
        <Gauge
          label="磁盘"
          percent={disk.percent}
          detail={usageText(disk)}
          history={historyOf((reading) => reading.disk.percent)}
        />
        <Gauge
          label="数据库连接"
          percent={(100 * database.connections) / Math.max(1, database.maxConnections)}
          detail={`${database.connections} / ${database.maxConnections}`}
          history={historyOf(
            ({ database: { connections, maxConnections } }) =>
              (100 * connections) / Math.max(1, maxConnections),
          )}
        />
      </div>
      <div className={styles.panels}>
        <HistoryPanel
          title="最近五分钟"
          lines={[
            {
              label: '网络接收',
              values: historyOf(({ net }) => net.in),
              text: (value) => `${bytesText(value)}/s`,
            },
            {
              label: '网络发送',
              values: historyOf(({ net }) => net.out),
              text: (value) => `${bytesText(value)}/s`,
            },
            { label: '堆内存', values: historyOf((reading) => reading.process.heapUsed), text: bytesText },
            {
              label: '事件循环延迟 p99',
              values: historyOf((reading) => reading.process.eventLoopDelayP99),
              text: msText,
            },
          ]}
        />
        <Facts
          title="服务进程"
          facts={[
            ['版本', process.version],
            ['Node.js', process.node],
            ['进程号', String(process.pid)],
            ['已运行', roughDurationText(process.uptimeSeconds)],
            ['常驻内存', bytesText(process.rss)],
            ['堆内存', `${bytesText(process.heapUsed)} / ${bytesText(process.heapTotal)}`],
            [
              '事件循环延迟',
              `p50 ${msText(process.eventLoopDelayP50)} · p99 ${msText(process.eventLoopDelayP99)}`,
            ],
          ]}
        />
        <Facts
          title="主机"
          facts={[
            ['主机名', latest.os.hostName],
            ['系统', `${latest.os.platform} ${latest.os.release}（${latest.os.arch}）`],
            ['处理器', cpu.model],
            ['开机时间', timeText(latest.os.bootTime)],
            ['交换空间', swap.total === 0 ? '未启用' : usageText(swap)],
            ['数据目录', disk.path],
          ]}
        />
        <Facts
          title="数据库"
          facts={[
            ['版本', database.version],
            ['大小', bytesText(database.size)],
            ['缓存命中', percentText(database.cacheHitPercent)],
            ['连接', `${database.connections} / ${database.maxConnections}`],
            ['启动时间', timeText(database.startedAt)],
          ]}
        />
        <Facts
          title="文件存储"
          facts={[
            ['方式', storeNames[latest.fileStore.kind] ?? latest.fileStore.kind],
            ['状态', latest.fileStore.isHealthy ? '正常' : latest.fileStore.fault],
            ['文件数', countText(latest.fileStore.files)],
            ['大小', bytesText(latest.fileStore.size)],
          ]}
        />
      </div>
      <MailCard mail={latest.mail} />
      <JobsTable jobs={latest.jobs} />
      <DatabaseTables database={database} />
    </>
  );
}

const REFRESH_MS = 5_000;
/** Five minutes of readings. */
const MAX_READINGS = 60;

/** Polls the server while the tab is visible, and as soon as it becomes visible. The newest reading is last. */
function useReadings() {
  const [readings, setReadings] = useState<readonly ServerStatus[]>([]);
  const { data: newest, error } = useEndpoint(monitor.read, {
    gcTime: 0,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });
  if (newest && newest !== readings.at(-1)) setReadings([...readings, newest].slice(-MAX_READINGS));
  return { readings, error };
}

interface FactsProps {
  title: string;
  facts: readonly (readonly [label: string, text: string])[];
}

function Facts({ title, facts }: FactsProps) {
  return (
    <section className={`${page.card} ${styles.panel}`} aria-label={title}>
      <h2>{title}</h2>
      <dl className={styles.facts}>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface HistoryPanelProps {
  title: string;
  lines: readonly { label: string; values: readonly number[]; text: (value: number) => string }[];
}

/** Figures that have no upper limit, with their histories. */
function HistoryPanel({ title, lines }: HistoryPanelProps) {
  return (
    <section className={`${page.card} ${styles.panel}`} aria-label={title}>
      <h2>{title}</h2>
      {lines.map(({ label, values, text }) => (
        <div key={label} className={styles.line}>
          <span>{label}</span>
          <Sparkline label={`${label}最近五分钟`} values={values} />
          <strong>{text(values.at(-1) ?? 0)}</strong>
        </div>
      ))}
    </section>
  );
}
