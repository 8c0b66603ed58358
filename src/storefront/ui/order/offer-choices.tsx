import { useId } from 'react';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatYuan } from '#domain/money.ts';
import { unnamedTitle, ownName } from '#domain/parts/line-title.ts';
import { alternativeTitle } from '#domain/pricing/alternatives.ts';
import styles from './offer-choices.module.css';
import page from '../page.module.css';

/** A line or one of its alternatives; yuan and days for all pieces. */
export interface OfferWay {
  /** Undefined for the line itself. */
  no: number | undefined;
  num: number;
  label: string;
  /** Null for a line that the shop does not make as asked. */
  amount: number | null;
  days: number;
}

/** A line that has alternatives. */
export interface OfferChoice {
  lineNo: number;
  title: string;
  ways: readonly OfferWay[];
}

interface OfferLine extends Pick<OfferWay, 'num' | 'amount' | 'days'> {
  lineNo: number;
  name: string;
  materialName: string;
}

/** The lines that have alternatives; their own way comes first. */
export const choicesOf = (
  lines: readonly OfferLine[],
  alternatives: readonly (OfferWay & { lineNo: number })[],
): OfferChoice[] =>
  lines.flatMap(({ lineNo, num, amount, days, ...names }) => {
    const others = alternatives.filter((one) => one.lineNo === lineNo);
    const title = `${unnamedTitle(lineNo)} ${ownName(names)}`.trimEnd();
    const own = { no: undefined, num, label: '', amount, days };
    return others.length === 0 ? [] : [{ lineNo, title, ways: [own, ...others] }];
  });

interface OfferChoicesProps {
  choices: readonly OfferChoice[];
  /** Numbers of alternatives. */
  chosen: readonly number[];
  /** Yuan for the whole order, as chosen. */
  total: number;
  onChange: (chosen: readonly number[]) => void;
}

/** Lines of an offer that the customer may take in another quantity or variant: one way of each counts. */
export function OfferChoices({ choices, chosen, total, onChange }: OfferChoicesProps) {
  const id = useId();
  return (
    <section className={page.card} aria-labelledby={id}>
      <h2 id={id}>选择方案</h2>
      <p className={page.muted}>每个零件任选一个方案，接受报价时按所选方案下单。</p>
      {choices.map(({ lineNo, title, ways }) => (
        <fieldset key={lineNo} className={styles.line}>
          <legend>{title}</legend>
          {ways.map((way) => (
            <label key={way.no ?? 0} className={styles.way}>
              <input
                type="radio"
                name={`${id}-${lineNo}`}
                checked={
                  way.no === undefined
                    ? ways.every(({ no }) => no === undefined || !chosen.includes(no))
                    : chosen.includes(way.no)
                }
                onChange={() => {
                  const others = chosen.filter((no) => ways.every((one) => one.no !== no));
                  onChange(way.no === undefined ? others : [...others, way.no]);
                }}
              />
              <span className={styles.what}>{alternativeTitle(way)}</span>{' '}
              <span className={styles.price}>
                {way.amount === null ? (
                  '不报价'
                ) : (
                  <>
                    {formatYuan(way.amount)} <small>{workingDaysText(way.days)}</small>
                  </>
                )}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <p role="status" className={styles.total}>
        按所选方案合计 {formatYuan(total)}
      </p>
    </section>
  );
}
