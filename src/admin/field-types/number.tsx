import type { InputNumberProps } from 'antd';
import { lazy, Suspense } from 'react';
import { fenFromYuan, formatYuan, yuanText } from '#domain/money.ts';
import type { DecimalField, IntField, MoneyField } from './field.ts';
import type { FieldFilter, FieldType } from './field-type.ts';
import styles from './field-types.module.css';

// Loaded with the first form that has a number, because few lists filter by one.
const NumberInput = lazy(() =>
  import('../components/number-input.tsx').then((m) => ({ default: m.NumberInput<number | string> })),
);

const WHOLE = /^-?\d{1,15}$/;
/** Two amounts as the contract's `amountParam` accepts them; either may be absent. */
const RANGE = /^(\d{1,12}(?:\.\d{1,2})?)?~(\d{1,12}(?:\.\d{1,2})?)?$/;

export const int: FieldType<IntField, number, number | null, number> = {
  // Delivery times have fractions on the wire; a started day counts as a whole day.
  text: (value, field) => [Math.ceil(value), field.unit].filter((part) => part !== undefined).join(' '),
  // Without a precision, to which antd would round what was typed: the contract's rule says what is wrong.
  input: (field) => <LazyNumberInput suffix={field.unit} placeholder={`请输入${field.label}`} />,
  toInput: (value) => value,
  fromInput: (input) => input ?? undefined,
  filter: {
    control: (field, { id, value, onChange }) => (
      <LazyNumberInput
        id={id}
        value={value}
        precision={0}
        placeholder={`${field.label}等于`}
        onChange={(next) => onChange(next === null ? undefined : Number(next))}
      />
    ),
    parse: (text) => (WHOLE.test(text) ? Number(text) : undefined),
    format: String,
    query: (name, value) => [{ field: name, operator: 'eq', value }],
  },
  width: 100,
  align: 'right',
};

export const decimal: FieldType<DecimalField, number, number | null> = {
  text: (value, field) => (field.unit ? `${value} ${field.unit}` : String(value)),
  input: (field) => <LazyNumberInput suffix={field.unit} placeholder={`请输入${field.label}`} />,
  toInput: (value) => value,
  fromInput: (input) => input ?? undefined,
  width: 110,
  align: 'right',
};

/** Lowest and highest amount in yuan, both included; '' where the range is open. */
type AmountRange = readonly [from: string, to: string];

const amountRange: FieldFilter<MoneyField, AmountRange> = {
  control: (field, { id, value: [from, to] = ['', ''], onChange }) => {
    const change = (range: AmountRange) => onChange(range.some((end) => end !== '') ? range : undefined);
    const end = (value: string, label: string, onEnd: (next: string) => void) => (
      <LazyNumberInput
        id={label === '最低' ? id : undefined}
        aria-label={`${label}${field.label}`}
        stringMode
        precision={2}
        prefix="¥"
        controls={false}
        placeholder={label}
        value={value}
        onChange={(next) => onEnd(next === null ? '' : String(next))}
      />
    );
    return (
      <span className={styles.range}>
        {end(from, '最低', (next) => change([next, to]))}
        <span aria-hidden>–</span>
        {end(to, '最高', (next) => change([from, next]))}
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

/** Wire and input both hold yuan; fen are used only to show amounts and to write two decimals. */
export const money: FieldType<MoneyField, number | string, string | null, AmountRange> = {
  text: (value) => formatYuan(value),
  // Text, because a number would lose digits of large amounts while the user types.
  input: (field) => <LazyNumberInput stringMode prefix="¥" placeholder={`请输入${field.label}`} />,
  toInput: (value) => yuanText(fenFromYuan(value)),
  fromInput: (input, field) => {
    if (input === null || input === '') return undefined;
    return field.wire === 'text' ? yuanText(fenFromYuan(input)) : Number(input);
  },
  filter: amountRange,
  width: 130,
  align: 'right',
};

/** The form adds id, value and onChange. */
function LazyNumberInput(props: Omit<InputNumberProps<number | string>, 'min' | 'max'>) {
  return (
    <Suspense fallback={<div className={styles.inputRoom} />}>
      <NumberInput {...props} className={styles.wide} />
    </Suspense>
  );
}
