import type { ReactNode } from 'react';
import styles from './problem.module.css';

interface Props {
  title: string;
  text: string;
  children?: ReactNode;
}

/** Explains why a page or section is empty. */
export function Problem({ title, text, children }: Props) {
  return (
    <section className={styles.problem}>
      <h1>{title}</h1>
      <p>{text}</p>
      {children ? <div className={styles.problemActions}>{children}</div> : null}
    </section>
  );
}
