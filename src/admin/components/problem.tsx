import type { ReactNode } from 'react';
import styles from './problem.module.css';

interface Props {
  title: string;
  text: string;
  /** What one can do about it. */
  children?: ReactNode;
}

/** A page, or a part of one, that has nothing to show but a reason. */
export function Problem({ title, text, children }: Props) {
  return (
    <section className={styles.problem}>
      <h1>{title}</h1>
      <p>{text}</p>
      {children ? <div className={styles.problemActions}>{children}</div> : null}
    </section>
  );
}
