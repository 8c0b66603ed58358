import { useState, type Ref } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldTexts } from './field.tsx';
import styles from './number-field.module.css';

interface NumberFieldProps extends FieldTexts {
  /** Undefined while the field is empty or holds no number. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  /** Shown behind the number: mm, 件. */
  unit?: string;
  /** Decimals that may be typed; 0 unless given. */
  decimals?: number;
  placeholder?: string;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A number as text with a numeric keypad: no spinner, no scroll wheel that changes the value, full-width digits understood.
 * What is typed stays as typed while it means the value.
 */
export function NumberField({
  label,
  error,
  hint,
  isLabelHidden,
  isRequired,
  className,
  value,
  onChange,
  unit,
  decimals = 0,
  ...input
}: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  const shown = typed !== undefined && parseNumber(typed, decimals) === value ? typed : textOf(value);
  const change = (text: string) => {
    setTyped(text);
    onChange(parseNumber(text, decimals));
  };
  return (
    <Field {...{ label, error, hint, isLabelHidden, isRequired, className }}>
      {(control) => (
        <span className={styles.box}>
          <input
            {...input}
            {...control}
            className={classNames(control.className, unit !== undefined && styles.withUnit)}
            inputMode={decimals > 0 ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={shown}
            onChange={(event) => change(event.target.value)}
          />
          {unit !== undefined && (
            <span className={styles.unit} aria-hidden="true">
              {unit}
            </span>
          )}
        </span>
      )}
    </Field>
  );
}

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value));

/** The number that a text names with at most so many decimals, or undefined. */
export function parseNumber(text: string, decimals: number): number | undefined {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\s,，]/g, '')
    .replace('。', '.');
  const match = /^(\d+)(?:\.(\d*))?$/.exec(plain);
  if (!match || (match[2] ?? '').length > decimals || (decimals === 0 && plain.includes('.')))
    return undefined;
  return Number(plain);
}
