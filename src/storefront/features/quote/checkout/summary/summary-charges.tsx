import type { ChargeRow } from '../../draft/charges/charge-result.ts';
import styles from './summary-charges.module.css';

export function SummaryCharges({ rows }: { rows: readonly ChargeRow[] }) {
  return (
    <ul className={styles.charges} aria-label="附加费与折扣">
      {rows.map(({ title, value, reason }, index) => (
        <li key={`${index} ${title}`}>
          <span>
            {title}
            {reason !== '' && <small>{reason}</small>}
          </span>
          <span className={styles.value}>{value}</span>
        </li>
      ))}
    </ul>
  );
}
