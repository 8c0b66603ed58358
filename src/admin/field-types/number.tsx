import type { ComponentProps } from 'react';
import { fenFromYuan, formatYuan, yuanText } from '#domain/money.ts';
import { parseNumber } from '#domain/parse-number.ts';
import { NumberInput } from '../components/number-input.tsx';
import type { DecimalField, IntField, MoneyField } from './field.ts';
import type { FieldFilter, FieldType } from './field-type.ts';
import styles from './field-types.module.css';

const INTEGER = /^-?\d{1,15}$/;
/** Two amounts as accepted by the contract's `amountParam`; either may be missing. */
const RANGE = /^(\d{1,12}(?:\.\d{1,2})?)?~(\d{1,12}(?:\.\d{1,2})?)?$/;

/** Invalid text remains text, which the contract rejects. */
type NumberOrText = number | string | null;

export const int: FieldType<IntField, number | string, NumberOrText, number> = {
  // Lead times have fractions on the wire and are rounded up to whole days.
  text: (value, field) =>
    [Math.ceil(Number(value)), field.unit].filter((part) => part !== undefined).join(' '),
  input: (field) => <NumberField suffix={field.unit} placeholder={`请输入${field.label}`} />,
  fromInput: (input) => input ?? undefined,
  filter: {
    control: (field, { id, value, onChange }) => (
      <NumberInput
        id={id}
        className={styles.wide}
        value={value}
        placeholder={`${field.label}等于`}
        onChange={(next) => onChange(next ?? undefined)}
      />
    ),
    parse: (text) => (INTEGER.test(text) ? Number(text) : undefined),
    format: String,
    problem: (value) => (INTEGER.test(String(value)) ? undefined : '请填写整数'),
    query: (name, value) => [{ field: name, operator: 'eq', value }],
  },
  width: 100,
  align: 'right',
};

export const decimal: FieldType<DecimalField, number | string, NumberOrText> = {
  text: (value, field) => (field.unit ? `${value} ${field.unit}` : String(value)),
  input: (field) => <NumberField suffix={field.unit} placeholder={`请输入${field.label}`} />,
  fromInput: (input) => input ?? undefined,
  width: 110,
  align: 'right',
};

/** Minimum and maximum in yuan, inclusive; '' for an open end. */
type AmountRange = readonly [from: string, to: string];

const amountRange: FieldFilter<MoneyField, AmountRange> = {
  control: (field, { id, value: [from, to] = ['', ''], onChange }) => {
    const change = (range: AmountRange) => onChange(range.some((end) => end !== '') ? range : undefined);
    const renderBound = (value: string, label: string, onBoundChange: (next: string) => void) => (
      <AmountInput
        id={label === '最低' ? id : undefined}
        aria-label={`${label}${field.label}`}
        placeholder={label}
        value={value}
        onChange={(next) => onBoundChange(next ?? '')}
      />
    );
    return (
      <span className={styles.range}>
        {renderBound(from, '最低', (next) => change([next, to]))}
        <span aria-hidden>–</span>
        {renderBound(to, '最高', (next) => change([from, next]))}
      </span>
    );
  },
  parse: (text) => {
    const [, from = '', to = ''] = RANGE.exec(text) ?? [];
    return from + to === '' ? undefined : [from, to];
  },
  format: ([from, to]) => `${from}~${to}`,
  problem: ([from, to]) =>
    !RANGE.test(`${from}~${to}`)
      ? '金额应为 0 到 999999999999 的数字'
      : from !== '' && to !== '' && fenFromYuan(from) > fenFromYuan(to)
        ? '最低不能高于最高'
        : undefined,
  query: (name, [from, to]) => [
    { field: `${name}From`, operator: 'gte', value: from },
    { field: `${name}To`, operator: 'lte', value: to },
  ],
};

/** Wire and input are in yuan; fen are used only to format amounts. */
export const money: FieldType<MoneyField, number | string, string | null, AmountRange> = {
  text: (value) => formatYuan(value),
  input: (field) => <AmountInput placeholder={`请输入${field.label}`} />,
  toInput: (value) => yuanText(fenFromYuan(value)),
  fromInput: (input, field) => {
    if (input === null || input === '') return undefined;
    // The contract rejects invalid text with an error message.
    if (typeof parseNumber(input) !== 'number') return input;
    return field.wire === 'text' ? yuanText(fenFromYuan(input)) : Number(input);
  },
  filter: amountRange,
  width: 130,
  align: 'right',
};

type InputProps<T extends number | string> = ComponentProps<typeof NumberInput<T>>;

/** The form adds id, value and onChange. */
const NumberField = (props: InputProps<number | string>) => (
  <NumberInput<number | string> {...props} fromInvalidText={(text) => text} className={styles.wide} />
);

/** Yuan as text. The form adds id, value and onChange. */
const AmountInput = (props: InputProps<string>) => (
  <NumberInput<string>
    prefix="¥"
    {...props}
    fromNumber={String}
    fromInvalidText={(text) => text}
    className={styles.wide}
  />
);
