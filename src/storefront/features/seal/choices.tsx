import { useId } from 'react';
import styles from './seal-page.module.css';

interface ChoicesProps<K extends string> {
  label: string;
  options: Readonly<Record<K, string>>;
  value: K;
  onChange: (value: K) => void;
}

/** One of a few, side by side; arrows move between them. */
export function Choices<K extends string>({ label, options, value, onChange }: ChoicesProps<K>) {
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
