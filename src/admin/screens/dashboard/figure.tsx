import type { ReactNode } from 'react';
import { changeText, figureText, type Compared, type FigureKind } from './figure-texts.ts';
import page from '../../components/page.module.css';
import styles from './dashboard.module.css';

interface Props {
  label: string;
  kind: FigureKind;
  /** A figure with that of the period before, or a current figure. */
  figure: Compared | number;
  /** Which direction is good; neither unless given. */
  better?: 'more' | 'less';
  /** The count that a share or mean refers to; if it is 0, no figure is shown. */
  basis?: Compared;
  /** A note below a current figure. */
  hint?: ReactNode;
  /** A further note below the change. */
  note?: ReactNode;
}

/** One figure and its change against the period before. */
export function Figure({ label, kind, figure, better, basis, hint, note }: Props) {
  const isNow = typeof figure === 'number';
  const isKnown = basis?.value !== 0;
  const wasKnown = basis?.before !== 0;
  return (
    <section className={`${page.card} ${styles.figure}`} aria-label={label}>
      <h2>{label}</h2>
      <strong>{isKnown ? figureText(kind, isNow ? figure : figure.value) : NONE}</strong>
      {isNow ? (
        <small>{hint}</small>
      ) : (
        <small>
          {isKnown && wasKnown ? (
            <span data-mood={moodOf(figure, better)}>{changeText(kind, figure)} </span>
          ) : null}
          上期 {wasKnown ? figureText(kind, figure.before) : NONE}
        </small>
      )}
      {note === undefined ? null : <small>{note}</small>}
    </section>
  );
}

const NONE = '—';

function moodOf({ value, before }: Compared, better: Props['better']): 'good' | 'bad' | undefined {
  if (better === undefined || value === before) return undefined;
  return value > before === (better === 'more') ? 'good' : 'bad';
}
