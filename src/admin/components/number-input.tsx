import { Input, type InputProps } from 'antd';
import { useState } from 'react';
import { parseNumber } from '#domain/parse-number.ts';

interface Props<T> extends Omit<InputProps, 'value' | 'onChange' | 'type'> {
  value?: T | null | undefined;
  onChange?: (value: T | null) => void;
  /** Converts a parsed number; default: the number itself. */
  fromNumber?: (number: number) => T;
  /** Converts text that is not a number; default: NaN. */
  fromInvalidText?: (text: string) => T;
}

/**
 * A number field that parses its text as all imports do (`parseNumber`). It has no range and keeps invalid text: the
 * surrounding form shows the error, from the contract's rule or `rangeProblem`.
 */
export function NumberInput<T extends number | string = number>({
  value,
  onChange,
  fromNumber = (number) => number as T,
  fromInvalidText = () => Number.NaN as T,
  ...props
}: Props<T>) {
  const [edited, setEdited] = useState<{ text: string; value: T | null }>();
  // If the value differs, the parent has replaced it.
  const text = edited && Object.is(edited.value, value ?? null) ? edited.text : textOf(value);
  const commit = (next: string) => {
    const number = parseNumber(next);
    const nextValue =
      number === null ? null : number === undefined ? fromInvalidText(next.trim()) : fromNumber(number);
    setEdited({ text: next, value: nextValue });
    if (!Object.is(nextValue, value ?? null)) onChange?.(nextValue);
  };
  const step = (delta: number) => {
    const number = parseNumber(text);
    if (number !== undefined) commit(textOf(Number(((number ?? 0) + delta).toFixed(10))));
  };
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      {...props}
      value={text}
      onChange={({ target }) => commit(target.value)}
      onBlur={(event) => {
        const number = parseNumber(text);
        if (typeof number === 'number') commit(String(number));
        props.onBlur?.(event);
      }}
      onKeyDown={(event) => {
        const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
        if (direction !== 0) {
          event.preventDefault();
          step(direction);
        }
        props.onKeyDown?.(event);
      }}
    />
  );
}

const textOf = (value: number | string | null | undefined): string =>
  value === null || value === undefined || Number.isNaN(value) ? '' : String(value);
