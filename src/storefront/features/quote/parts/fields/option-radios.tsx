import { processKey } from '#domain/process-tree/process-tree.ts';
import { FieldError } from '#storefront/ui/form/field-error.tsx';
import { errorId, fieldId } from '../../draft/field-focus.ts';
import type { OptionFieldProps } from './option-field.ts';
import { Surcharge } from '../surcharge.tsx';
import styles from './option-radios.module.css';

/** A process with few options: radio buttons, each with its surcharge. */
export function OptionRadios(props: OptionFieldProps) {
  const { partKey, process, label, options, selected, priceOf, hint, error, onPick } = props;
  const field = processKey(process.id);
  const id = fieldId(partKey, field);
  return (
    <>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <div
        id={id}
        role="radiogroup"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        aria-required
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId(partKey, field)}
        className={styles.options}
      >
        {options.map((option) => (
          <label key={option.id} className={styles.option} data-chosen={option.id === selected || undefined}>
            <input
              type="radio"
              name={id}
              className={styles.radio}
              checked={option.id === selected}
              onChange={() => onPick(option.id)}
            />
            <span>{option.name}</span>
            <Surcharge entry={priceOf(option.id)} className={styles.surcharge} />
          </label>
        ))}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      <FieldError id={errorId(partKey, field)} message={error} />
    </>
  );
}
