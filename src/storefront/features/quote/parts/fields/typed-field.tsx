import type { FieldErrors } from '#contract/kernel/errors.ts';
import { onDemand } from '#storefront/ui/on-demand.ts';
import { FieldError } from '#storefront/ui/form/field-error.tsx';
import type { TypedField } from '../../draft/draft.ts';
import { errorId, fieldId } from '../../draft/field-focus.ts';
import type { Dispatch } from '../../draft/quote-actions.ts';
import {
  readMeasure,
  readPasted,
  MEASURED_FIELDS,
  SIZE_FIELDS,
  type MeasuredField,
} from '../../draft/size-text.ts';
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

/** Reads sizes as lists write them: φ80×15, D30×L200, 4"×2"×1", 2in. */
const loadListed = onDemand(() => import('../../table/list-size.ts'), '尺寸识别功能');

/**
 * A text field with a unit. Keeps the text as typed, so that half a number is not rejected while typing, and removes units
 * and separators when it is left. A size or a pasted row of cells fills the fields after it too.
 */
export function TypedFieldInput(props: TypedFieldProps) {
  const { partKey, field, label, unit, value, inputMode, errors, dispatch } = props;
  const error = errors[field];
  const type = (target: TypedField, text: string) => {
    if (target !== field || text !== value) dispatch({ type: 'typed', key: partKey, field: target, text });
  };
  const readListed = async (text: string) => {
    const code = await loadListed();
    const size = field === 'num' ? undefined : code?.readListedSize(text);
    const measure = size ? undefined : code?.readListedMeasure(field, text);
    if (size) dispatch({ type: 'roundChosen', key: partKey, isRound: size.isRound });
    for (const [index, side] of SIZE_FIELDS.entries()) {
      if (size) dispatch({ type: 'typed', key: partKey, field: side, text: size.sides[index] ?? '' });
    }
    if (measure !== undefined) type(field, measure);
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
          maxLength={40}
          value={value}
          aria-required
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId(partKey, field)}
          onChange={(event) => type(field, event.target.value)}
          onBlur={() => {
            const plain = readMeasure(field, value);
            if (plain !== undefined) type(field, plain);
            else if (value.trim() !== '') void readListed(value);
          }}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            const read = readPasted(field, text);
            if (!read && text.trim() !== '' && readMeasure(field, text) === undefined) void readListed(text);
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
