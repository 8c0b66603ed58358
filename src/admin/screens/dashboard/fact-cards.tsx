import { Link } from 'react-router';
import page from '../../components/page/page.module.css';
import styles from './dashboard.module.css';

/** Name, value and what it counts, with the address of the list behind it. */
export type Fact = readonly [label: string, figure: string, hint: string, to?: string | undefined];

/** Figures side by side. */
export function FactCards({ facts }: { facts: readonly Fact[] }) {
  return (
    <div className={styles.figures}>
      {facts.map(([label, figure, hint, to]) => (
        <section key={label} className={`${page.card} ${styles.figure}`} aria-label={label}>
          <h3>{label}</h3>
          <strong>{to === undefined ? figure : <Link to={to}>{figure}</Link>}</strong>
          <small>{hint}</small>
        </section>
      ))}
    </div>
  );
}
