import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { changeText, figureText, type Comparison, type FigureKind } from './figure-texts.ts';
import page from '../../components/page/page.module.css';
import cards from '../../components/fact-cards.module.css';

interface Props {
  label: string;
  kind: FigureKind;
  /** A number is the current value, without a comparison. */
  figure: Comparison | number;
  /** The direction that is an improvement; default: neither. */
  better?: 'more' | 'less';
  /** The count behind a share or mean; if it is 0, no figure is shown. */
  basis?: Comparison;
  note?: ReactNode;
  to?: string | undefined;
}

export function Figure({ label, kind, figure, better, basis, note, to }: Props) {
  const isSingle = typeof figure === 'number';
  const hasFigure = basis?.value !== 0;
  const hadFigure = basis?.before !== 0;
  const text = hasFigure ? figureText(kind, isSingle ? figure : figure.value) : NONE;
  return (
    <section className={`${page.card} ${cards.figure}`} aria-label={label}>
      <h2>{label}</h2>
      <strong>{to === undefined || !hasFigure ? text : <Link to={to}>{text}</Link>}</strong>
      {isSingle ? null : (
        <small>
          {hasFigure && hadFigure ? (
            <span data-mood={moodOf(figure, better)}>{changeText(kind, figure)} </span>
          ) : null}
          上期 {hadFigure ? figureText(kind, figure.before) : NONE}
        </small>
      )}
      {note === undefined ? null : <small>{note}</small>}
    </section>
  );
}

const NONE = '—';

function moodOf({ value, before }: Comparison, better: Props['better']): 'good' | 'bad' | undefined {
  if (better === undefined || value === before) return undefined;
  return value > before === (better === 'more') ? 'good' : 'bad';
}
