import { useId } from 'react';
import styles from './seal-page.module.css';

interface RadioGroupProps<K extends string> {
  label: string;
  options: Readonly<Record<K, string>>;
  value: K;
  onChange: (value: K) => void;
}

/** Radio buttons side by side; arrow keys move between them. */
export function RadioGroup<K extends string>({ label, options, value, onChange }: RadioGroupProps<K>) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {(Object.entries(options) as [K, string][]).map(([key, words]) => (
        <label key={key}>
          <input type="radio" name={name} checked={key === value} onChange={() => onChange(key)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
