import { Link } from 'react-router';
import page from './page/page.module.css';
import styles from './fact-cards.module.css';

export type Fact = readonly [label: string, figure: string, hint: string, to?: string | undefined];

interface Props {
  facts: readonly Fact[];
  /** One level below the heading of the surrounding section. */
  heading: 'h2' | 'h3';
}

export function FactCards({ facts, heading: Heading }: Props) {
  return (
    <div className={styles.figures}>
      {facts.map(([label, figure, hint, to]) => (
        <section key={label} className={`${page.card} ${styles.figure}`} aria-label={label}>
          <Heading>{label}</Heading>
          <strong>{to === undefined ? figure : <Link to={to}>{figure}</Link>}</strong>
          <small>{hint}</small>
        </section>
      ))}
    </div>
  );
}
