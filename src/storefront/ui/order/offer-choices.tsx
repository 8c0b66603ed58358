import { useId } from 'react';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatYuan } from '#domain/money.ts';
import { unnamedTitle, enteredName } from '#domain/parts/line-title.ts';
import { alternativeTitle } from '#domain/pricing/alternatives.ts';
import styles from './offer-choices.module.css';
import page from '../page.module.css';

/** A line or one of its alternatives; yuan and working days for the whole quantity. */
export interface OfferOption {
  /** Undefined for the line itself. */
  no: number | undefined;
  num: number;
  label: string;
  /** Null for a line that the shop declined. */
  amount: number | null;
  days: number;
}

export interface OfferChoice {
  lineNo: number;
  title: string;
  options: readonly OfferOption[];
}

interface OfferLine extends Pick<OfferOption, 'num' | 'amount' | 'days'> {
  lineNo: number;
  name: string;
  materialName: string;
}

/** The lines that have alternatives; the line itself is the first option. */
export const choicesOf = (
  lines: readonly OfferLine[],
  alternatives: readonly (OfferOption & { lineNo: number })[],
): OfferChoice[] =>
  lines.flatMap(({ lineNo, num, amount, days, ...names }) => {
    const others = alternatives.filter((alternative) => alternative.lineNo === lineNo);
    const title = `${unnamedTitle(lineNo)} ${enteredName(names)}`.trimEnd();
    const lineOption = { no: undefined, num, label: '', amount, days };
    return others.length === 0 ? [] : [{ lineNo, title, options: [lineOption, ...others] }];
  });

interface OfferChoicesProps {
  choices: readonly OfferChoice[];
  /** Numbers of the chosen alternatives. */
  chosen: readonly number[];
  /** Order total in yuan for this choice. */
  total: number;
  onChange: (chosen: readonly number[]) => void;
}

/** Lets the customer choose between a line and its alternatives (another quantity or variant). */
export function OfferChoices({ choices, chosen, total, onChange }: OfferChoicesProps) {
  const id = useId();
  return (
    <section className={page.card} aria-labelledby={id}>
      <h2 id={id}>选择方案</h2>
      <p className={page.muted}>每个零件任选一个方案，接受报价时按所选方案下单。</p>
      {choices.map(({ lineNo, title, options }) => (
        <fieldset key={lineNo} className={styles.line}>
          <legend>{title}</legend>
          {options.map((option) => (
            <label key={option.no ?? 0} className={styles.option}>
              <input
                type="radio"
                name={`${id}-${lineNo}`}
                checked={
                  option.no === undefined
                    ? options.every(({ no }) => no === undefined || !chosen.includes(no))
                    : chosen.includes(option.no)
                }
                onChange={() => {
                  const others = chosen.filter((no) => options.every((candidate) => candidate.no !== no));
                  onChange(option.no === undefined ? others : [...others, option.no]);
                }}
              />
              <span className={styles.title}>{alternativeTitle(option)}</span>{' '}
              <span className={styles.price}>
                {option.amount === null ? (
                  '不报价'
                ) : (
                  <>
                    {formatYuan(option.amount)} <small>{workingDaysText(option.days)}</small>
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
