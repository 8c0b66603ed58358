import type { SelectHTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import { Field, splitTexts, type FieldOptions } from './field.tsx';
import styles from './select-field.module.css';

interface SelectFieldProps extends FieldOptions, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> {
  options: readonly { value: string; label: string }[];
}

/** A native select, which works with every keyboard and phone. */
export function SelectField({ options, ...props }: SelectFieldProps) {
  const [texts, select] = splitTexts(props);
  return (
    <Field {...texts}>
      {(control) => (
        <select {...select} {...control} className={classNames(control.className, styles.select)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
