import type { FieldErrors } from '#contract/errors.ts';
import { FieldError } from '#storefront/ui/field-error.tsx';
import type { TypedField } from '../draft/draft.ts';
import { errorId, fieldId } from '../draft/field-focus.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import { readMeasure, readPasted, MEASURED_FIELDS, type MeasuredField } from '../draft/size-text.ts';
import styles from './typed-field.module.css';

interface TypedFieldProps {
  partKey: string;
  field: MeasuredField;
  label: string;
  unit: string;
  value: string;
  inputMode: 'decimal' | 'numeric';
  errors: FieldErrors;
  dispatch: Dispatch;
}

/**
 * A text field with a unit. Keeps the text as typed, so that half a number is not rejected while typing, and removes units
 * and separators when it is left. A pasted size or row of cells fills the fields after it too.
 */
export function TypedFieldInput(props: TypedFieldProps) {
  const { partKey, field, label, unit, value, inputMode, errors, dispatch } = props;
  const error = errors[field];
  const type = (target: TypedField, text: string) => {
    if (target !== field || text !== value) dispatch({ type: 'typed', key: partKey, field: target, text });
  };
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
          onChange={(event) => type(field, event.target.value)}
          onBlur={() => type(field, readMeasure(field, value) ?? value)}
          onPaste={(event) => {
            const read = readPasted(field, event.clipboardData.getData('text'));
            if (!read) return;
            event.preventDefault();
            for (const filled of MEASURED_FIELDS) {
              if (read[filled] !== undefined) type(filled, read[filled]);
            }
          }}
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
