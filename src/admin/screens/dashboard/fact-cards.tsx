import page from '../../components/page.module.css';
import styles from './dashboard.module.css';

/** Figures side by side: name, value and what it counts. */
export function FactCards({ facts }: { facts: readonly (readonly [string, string, string])[] }) {
  return (
    <div className={styles.figures}>
      {facts.map(([label, figure, hint]) => (
        <section key={label} className={`${page.card} ${styles.figure}`} aria-label={label}>
          <h3>{label}</h3>
          <strong>{figure}</strong>
          <small>{hint}</small>
        </section>
      ))}
    </div>
  );
}
