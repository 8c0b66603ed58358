import type { InputNumberProps } from 'antd';
import { lazy, Suspense } from 'react';
import { fenFromYuan, formatYuan, yuanText } from '#domain/money.ts';
import type { DecimalField, IntField, MoneyField } from './field.ts';
import type { FieldType } from './field-type.ts';
import styles from './field-types.module.css';

// Loaded with the first form that has a number, because few lists filter by one.
const NumberInput = lazy(() => import('antd/es/input-number/index').then((m) => ({ default: m.default })));

const WHOLE = /^-?\d{1,15}$/;

export const int: FieldType<IntField, number, number | null, number> = {
  // Delivery times have fractions on the wire; a started day counts as a whole day.
  text: (value, field) => [Math.ceil(value), field.unit].filter((part) => part !== undefined).join(' '),
  input: (field) => (
    <LazyNumberInput precision={0} suffix={field.unit} placeholder={`请输入${field.label}`} />
  ),
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

/** Wire and input both hold yuan; fen are used only to show amounts and to write two decimals. */
export const money: FieldType<MoneyField, number | string, string | null> = {
  text: (value) => formatYuan(value),
  // Text, because a number would lose digits of large amounts while the user types.
  input: (field) => (
    <LazyNumberInput stringMode precision={2} prefix="¥" placeholder={`请输入${field.label}`} />
  ),
  toInput: (value) => yuanText(fenFromYuan(value)),
  fromInput: (input, field) => {
    if (input === null || input === '') return undefined;
    const fen = fenFromYuan(input);
    return field.wire === 'text' ? yuanText(fen) : fen / 100;
  },
  width: 130,
  align: 'right',
};

/** The form adds id, value and onChange. */
function LazyNumberInput(props: InputNumberProps<number | string>) {
  return (
    <Suspense fallback={<div className={styles.inputRoom} />}>
      <NumberInput {...props} className={styles.wide} />
    </Suspense>
  );
}
