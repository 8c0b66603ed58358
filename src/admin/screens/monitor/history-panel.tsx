import page from '../../components/page/page.module.css';
import styles from './monitor.module.css';
import { Sparkline } from './sparkline.tsx';

interface Props {
  title: string;
  lines: readonly { label: string; values: readonly number[]; text: (value: number) => string }[];
}

/** Figures without an upper limit, each with its history. */
export function HistoryPanel({ title, lines }: Props) {
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
