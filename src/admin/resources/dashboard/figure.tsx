import type { ReactNode } from 'react';
import { changeText, figureText, type Compared, type FigureKind } from './figure-texts.ts';
import styles from './dashboard.module.css';

interface Props {
  label: string;
  kind: FigureKind;
  /** With the period before; or a figure of this moment. */
  figure: Compared | number;
  /** Is more of it better? Neither unless given. */
  better?: 'more' | 'less';
  /** Under the figure of this moment. */
  hint?: ReactNode;
}

/** One figure, and how it changed against the period before. */
export function Figure({ label, kind, figure, better, hint }: Props) {
  const isNow = typeof figure === 'number';
  return (
    <section className={styles.figure} aria-label={label}>
      <h2>{label}</h2>
      <strong>{figureText(kind, isNow ? figure : figure.value)}</strong>
      {isNow ? (
        <small>{hint}</small>
      ) : (
        <small>
          <span data-mood={moodOf(figure, better)}>{changeText(kind, figure)}</span> 上期{' '}
          {figureText(kind, figure.before)}
        </small>
      )}
    </section>
  );
}

function moodOf({ value, before }: Compared, better: Props['better']): 'good' | 'bad' | undefined {
  if (better === undefined || value === before) return undefined;
  return value > before === (better === 'more') ? 'good' : 'bad';
}
