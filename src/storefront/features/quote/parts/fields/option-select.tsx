import { processKey } from '#domain/process-tree/process-tree.ts';
import { FieldError } from '#storefront/ui/form/field-error.tsx';
import { errorId, fieldId } from '../../draft/field-focus.ts';
import type { OptionFieldProps } from './option-field.ts';
import { surchargeText } from '../surcharge.tsx';
import styles from './option-select.module.css';

/** A process with many options: a native select, which works with every keyboard and phone. */
export function OptionSelect(props: OptionFieldProps) {
  const { partKey, process, label, options, selected, priceOf, hint, error, onPick } = props;
  const field = processKey(process.id);
  const id = fieldId(partKey, field);
  return (
    <>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
        value={selected ?? ''}
        data-empty={selected === undefined || undefined}
        aria-required
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId(partKey, field)}
        onChange={(event) => onPick(Number(event.target.value))}
      >
        <option value="" disabled hidden>
          请选择
        </option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {[option.name, surchargeText(priceOf(option.id))].filter(Boolean).join('　')}
          </option>
        ))}
      </select>
      {hint && <p className={styles.hint}>{hint}</p>}
      <FieldError id={errorId(partKey, field)} message={error} />
    </>
  );
}
