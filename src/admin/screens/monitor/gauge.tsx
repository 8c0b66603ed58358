import { Progress } from 'antd';
import { tokens } from '#theme/tokens.ts';
import page from '../../components/page/page.module.css';
import styles from './monitor.module.css';
import { Sparkline } from './sparkline.tsx';
import { percentText } from './units.ts';

interface Props {
  label: string;
  percent: number;
  detail: string;
  history: readonly number[];
}

const HIGH_PERCENT = 80;
const CRITICAL_PERCENT = 95;

/** The usage of a resource in percent, now and over the last few minutes. */
export function Gauge({ label, percent, detail, history }: Props) {
  return (
    <section className={`${page.card} ${styles.gauge}`} aria-label={label}>
      <h2>{label}</h2>
      <Progress
        type="dashboard"
        size={112}
        percent={Math.min(100, Math.max(0, percent))}
        strokeColor={colorOf(percent)}
        format={() => percentText(percent)}
        aria-label={`${label} ${percentText(percent)}`}
      />
      <p className={styles.detail}>{detail}</p>
      <Sparkline label={`${label}最近五分钟`} values={history} max={100} />
    </section>
  );
}

function colorOf(percent: number): string {
  if (percent >= CRITICAL_PERCENT) return tokens.color.danger;
  return percent >= HIGH_PERCENT ? tokens.color.warning : tokens.color.primary;
}
