import type { FieldErrors } from '#contract/errors.ts';
import { FieldError } from '#storefront/ui/field-error.tsx';
import type { TypedField } from '../draft/draft.ts';
import { errorId, fieldId } from '../draft/field-focus.ts';
import type { Dispatch } from '../draft/quote-state.ts';
import styles from './typed-field.module.css';

interface TypedFieldProps {
  partKey: string;
  field: TypedField;
  label: string;
  unit: string;
  value: string;
  inputMode: 'decimal' | 'numeric';
  errors: FieldErrors;
  dispatch: Dispatch;
}

/** A text field with a unit; keeps the text as typed, so that half a number is not rejected while typing. */
export function TypedFieldInput(props: TypedFieldProps) {
  const { partKey, field, label, unit, value, inputMode, errors, dispatch } = props;
  const error = errors[field];
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={fieldId(partKey, field)}>
        {label}
      </label>
      <span className={styles.box} data-invalid={error !== undefined || undefined}>
        <input
          id={fieldId(partKey, field)}
          className={styles.input}
          inputMode={inputMode}
          autoComplete="off"
          maxLength={20}
          value={value}
          aria-required
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId(partKey, field)}
          onChange={(event) => dispatch({ type: 'typed', key: partKey, field, text: event.target.value })}
          onFocus={(event) => event.target.select()}
        />
        <span className={styles.unit} aria-hidden>
          {unit}
        </span>
      </span>
      <FieldError id={errorId(partKey, field)} message={error} />
    </div>
  );
}
