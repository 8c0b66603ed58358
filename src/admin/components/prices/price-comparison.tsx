import { formatFen, round2 } from '#domain/money.ts';
import type { TrialPrice } from './trial-price.ts';
import styles from './trial.module.css';

interface Props {
  /** Undefined for a new record. */
  before: TrialPrice | undefined;
  after: TrialPrice;
}

const formatDays = (value: number) => `${value} 天`;
const lines = [
  ['每件', 'pieceFen', formatFen],
  ['合计', 'totalFen', formatFen],
  ['交期', 'days', formatDays],
] as const;

export function PriceComparison({ before, after }: Props) {
  const pricedBefore = before && !('problem' in before) ? before : undefined;
  const pricedAfter = 'problem' in after ? undefined : after;
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
              <td>{pricedBefore ? format(pricedBefore[key]) : '—'}</td>
              <td>{pricedAfter ? format(pricedAfter[key]) : '—'}</td>
              <td>
                {pricedBefore && pricedAfter ? (
                  <Change before={pricedBefore[key]} after={pricedAfter[key]} format={format} />
                ) : (
                  '—'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {before && 'problem' in before ? <p className={styles.note}>修改前：{before.problem}</p> : null}
      {'problem' in after ? <p className={styles.note}>修改后：{after.problem}</p> : null}
      {pricedAfter && pricedAfter.missing.length > 0 ? (
        <p className={styles.note}>所选工艺中有 {pricedAfter.missing.length} 项没有价格，按 0 计算。</p>
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
  // Days have two decimals; rounding removes the floating-point error of the difference.
  const difference = round2(after - before);
  if (difference === 0) return <span className={styles.same}>不变</span>;
  const percent = before > 0 ? `（${((difference / before) * 100).toFixed(1)}%）` : '';
  return (
    <span data-change={difference > 0 ? 'up' : 'down'} className={styles.change}>
      {difference > 0 ? '+' : '−'}
      {format(Math.abs(difference))}
      {percent.replace('-', '−')}
    </span>
  );
}
