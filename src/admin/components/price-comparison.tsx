import { fenFromYuan, formatYuan } from '#domain/money.ts';
import type { TrialPrice } from './trial-price.ts';
import styles from './trial.module.css';

interface Props {
  /** Undefined where there was nothing before. */
  before: TrialPrice | undefined;
  after: TrialPrice;
}

const yuan = (value: number) => formatYuan(fenFromYuan(value));
const days = (value: number) => `${value} 天`;
const lines = [
  ['每件', 'piece', yuan],
  ['合计', 'total', yuan],
  ['交期', 'days', days],
] as const;

/** A part's figures before and after a change. */
export function PriceComparison({ before, after }: Props) {
  const old = before && !('problem' in before) ? before : undefined;
  const now = 'problem' in after ? undefined : after;
  return (
    <div aria-live="polite">
      <table className={styles.comparison}>
        <thead>
          <tr>
            <th scope="col">试算</th>
            <th scope="col">修改前</th>
            <th scope="col">修改后</th>
            <th scope="col">变化</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([label, key, format]) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{old ? format(old[key]) : '—'}</td>
              <td>{now ? format(now[key]) : '—'}</td>
              <td>{old && now ? <Change before={old[key]} after={now[key]} format={format} /> : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {before && 'problem' in before ? <p className={styles.note}>修改前：{before.problem}</p> : null}
      {'problem' in after ? <p className={styles.note}>修改后：{after.problem}</p> : null}
      {now && now.missing.length > 0 ? (
        <p className={styles.note}>所选工艺中有 {now.missing.length} 项没有价格，按 0 计算。</p>
      ) : null}
    </div>
  );
}

interface ChangeProps {
  before: number;
  after: number;
  format: (value: number) => string;
}

function Change({ before, after, format }: ChangeProps) {
  const cents = Math.round(after * 100) - Math.round(before * 100);
  if (cents === 0) return <span className={styles.same}>不变</span>;
  const percent = before > 0 ? `（${((cents / before / 100) * 100).toFixed(1)}%）` : '';
  return (
    <span data-change={cents > 0 ? 'up' : 'down'} className={styles.change}>
      {cents > 0 ? '+' : '−'}
      {format(Math.abs(cents) / 100)}
      {percent.replace('-', '−')}
    </span>
  );
}
