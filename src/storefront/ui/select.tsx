import type { Ref, SelectHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldTexts } from './field.tsx';
import styles from './select.module.css';

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps extends FieldTexts, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> {
  options: readonly SelectOption[];
  /** Shown while nothing is chosen; the value is then ''. */
  placeholder?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** The browser's own select, styled: its list, its keyboard and its phone wheel cost nothing. */
export function Select({
  label,
  error,
  hint,
  isLabelHidden,
  isRequired,
  className,
  options,
  placeholder,
  ...select
}: SelectProps) {
  return (
    <Field {...{ label, error, hint, isLabelHidden, isRequired, className }}>
      {(control) => (
        <select {...select} {...control} className={classNames(control.className, styles.select)}>
          {placeholder !== undefined && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
