import type { ComponentProps } from 'react';
import { yuan } from '#contract/kernel/fields.ts';
import { parseFigure } from '#domain/parse-figure.ts';
import { numberError } from '#domain/parse-number.ts';
import styles from './price-rows.module.css';

/** Parses an amount in yuan; null for empty text. `noun` is its name in the error message. */
export function parseYuanInput(text: string, noun: string): { yuan: number | null } | { problem: string } {
  const figure = parseFigure(text, 'yuan');
  if (figure === undefined) return { problem: numberError(text, noun) };
  const issue = figure === null ? undefined : yuan(noun).safeParse(figure).error?.issues[0];
  return issue ? { problem: issue.message } : { yuan: figure };
}

interface Props extends ComponentProps<'input'> {
  problem?: string | undefined;
}

export const PriceInput = ({ problem, onFocus, ...props }: Props) => (
  <>
    <input
      className={styles.input}
      inputMode="decimal"
      autoComplete="off"
      aria-invalid={problem !== undefined}
      onFocus={(event) => {
        event.target.select();
        onFocus?.(event);
      }}
      {...props}
    />
    {problem === undefined ? null : (
      <span role="alert" className={styles.problem}>
        {problem}
      </span>
    )}
  </>
);
