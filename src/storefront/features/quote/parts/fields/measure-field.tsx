import type { FieldErrors } from '#contract/kernel/errors.ts';
import { onDemand } from '#storefront/ui/on-demand.ts';
import { FieldError } from '#storefront/ui/form/field-error.tsx';
import type { TypedField } from '../../draft/draft.ts';
import { errorId, fieldId } from '../../draft/field-focus.ts';
import type { Dispatch } from '../../draft/quote-actions.ts';
import {
  readNumericField,
  readPasted,
  NUMERIC_FIELDS,
  SIZE_FIELDS,
  type NumericField,
} from '../../draft/size-text.ts';
import styles from './measure-field.module.css';

interface MeasureFieldProps {
  partKey: string;
  field: NumericField;
  label: string;
  unit: string;
  value: string;
  inputMode: 'decimal' | 'numeric';
  errors: FieldErrors;
  dispatch: Dispatch;
}

/** Reads the notations of parts lists: φ80×15, D30×L200, 4"×2"×1", 2in. */
const loadNotationReader = onDemand(() => import('../../table/list-size.ts'), '尺寸识别功能');

/**
 * A text field with a unit. Keeps the text as typed, so that an unfinished number is not rejected, and removes units and
 * separators on blur. A complete size or a pasted row of cells also fills the fields after it.
 */
export function MeasureField(props: MeasureFieldProps) {
  const { partKey, field, label, unit, value, inputMode, errors, dispatch } = props;
  const error = errors[field];
  const setText = (target: TypedField, text: string) => {
    if (target !== field || text !== value) dispatch({ type: 'typed', key: partKey, field: target, text });
  };
  const readAsListText = async (text: string) => {
    const reader = await loadNotationReader();
    const size = field === 'num' ? undefined : reader?.readSizeNotation(text);
    const measure = size ? undefined : reader?.readMeasureNotation(field, text);
    if (size) dispatch({ type: 'roundChosen', key: partKey, isRound: size.isRound });
    for (const [index, side] of SIZE_FIELDS.entries()) {
      if (size) dispatch({ type: 'typed', key: partKey, field: side, text: size.sides[index] ?? '' });
    }
    if (measure !== undefined) setText(field, measure);
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
          onChange={(event) => setText(field, event.target.value)}
          onBlur={() => {
            const plain = readNumericField(field, value);
            if (plain !== undefined) setText(field, plain);
            else if (value.trim() !== '') void readAsListText(value);
          }}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            const pasted = readPasted(field, text);
            if (!pasted && text.trim() !== '' && readNumericField(field, text) === undefined)
              void readAsListText(text);
            if (!pasted) return;
            event.preventDefault();
            for (const filled of NUMERIC_FIELDS) {
              if (pasted[filled] !== undefined) setText(filled, pasted[filled]);
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
