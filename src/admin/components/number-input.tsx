import { Input, type InputProps } from 'antd';
import { useState } from 'react';
import { parseNumber } from '#domain/parse-number.ts';

interface Props<T> extends Omit<InputProps, 'value' | 'onChange' | 'type'> {
  value?: T | null | undefined;
  onChange?: (value: T | null) => void;
  /** The value of a number; default: the number itself. */
  fromNumber?: (number: number) => T;
  /** The value of a text that is no number; default: NaN. */
  unread?: (text: string) => T;
}

/**
 * A field for a number, parsed as in every other field and import (`parseNumber`). It has no range and drops nothing:
 * invalid text stays, and the surrounding form shows the error, from the contract's rule or `rangeProblem`.
 */
export function NumberInput<T extends number | string = number>({
  value,
  onChange,
  fromNumber = (number) => number as T,
  unread = () => Number.NaN as T,
  ...props
}: Props<T>) {
  const [typed, setTyped] = useState<{ text: string; value: T | null }>();
  // A value that differs from the typed text was set by the parent.
  const text = typed && Object.is(typed.value, value ?? null) ? typed.text : textOf(value);
  const read = (next: string) => {
    const number = parseNumber(next);
    const after = number === null ? null : number === undefined ? unread(next.trim()) : fromNumber(number);
    setTyped({ text: next, value: after });
    if (!Object.is(after, value ?? null)) onChange?.(after);
  };
  const step = (by: number) => {
    const number = parseNumber(text);
    if (number !== undefined) read(textOf(Number(((number ?? 0) + by).toFixed(10))));
  };
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      {...props}
      value={text}
      onChange={({ target }) => read(target.value)}
      onBlur={(event) => {
        const number = parseNumber(text);
        if (typeof number === 'number') read(String(number));
        props.onBlur?.(event);
      }}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
        if (by !== 0) {
          event.preventDefault();
          step(by);
        }
        props.onKeyDown?.(event);
      }}
    />
  );
}

const textOf = (value: number | string | null | undefined): string =>
  value === null || value === undefined || Number.isNaN(value) ? '' : String(value);
