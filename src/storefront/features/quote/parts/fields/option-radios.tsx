import { Surcharge } from '../surcharge.tsx';
import type { OptionFieldProps } from './option-field.ts';
import styles from './option-radios.module.css';
import fields from './process-fields.module.css';

/** A process with few options: radio buttons, each with its surcharge. */
export function OptionRadios({ control, label, options, selected, priceOf, onPick }: OptionFieldProps) {
  const labelId = `${control.id}-label`;
  return (
    <>
      <span id={labelId} className={fields.label}>
        {label}
      </span>
      <div {...control} role="radiogroup" tabIndex={-1} aria-labelledby={labelId} className={styles.options}>
        {options.map((option) => (
          <label key={option.id} className={styles.option} data-chosen={option.id === selected || undefined}>
            <input
              type="radio"
              name={control.id}
              className={styles.radio}
              checked={option.id === selected}
              onChange={() => onPick(option.id)}
            />
            <span>{option.name}</span>
            <Surcharge entry={priceOf(option.id)} className={styles.surcharge} />
          </label>
        ))}
      </div>
    </>
  );
}
