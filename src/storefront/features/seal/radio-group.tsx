import { useId } from 'react';
import styles from './seal-page.module.css';

interface RadioGroupProps<K extends string> {
  label: string;
  options: Readonly<Record<K, string>>;
  value: K;
  onChange: (value: K) => void;
}

/** A horizontal radio group. */
export function RadioGroup<K extends string>({ label, options, value, onChange }: RadioGroupProps<K>) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {(Object.entries(options) as [K, string][]).map(([key, text]) => (
        <label key={key}>
          <input type="radio" name={name} checked={key === value} onChange={() => onChange(key)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
