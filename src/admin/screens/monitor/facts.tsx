import page from '../../components/page/page.module.css';
import styles from './monitor.module.css';

interface Props {
  title: string;
  facts: readonly (readonly [label: string, text: string])[];
}

/** A panel of named values. */
export function Facts({ title, facts }: Props) {
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
