import { memo } from 'react';
import { classNames } from '#storefront/ui/class-names.ts';
import { FieldError } from '#storefront/ui/form/field-error.tsx';
import field from '#storefront/ui/form/field.module.css';
import { errorId, fieldId } from '../../draft/field-focus.ts';
import type { Dispatch } from '../../draft/quote-actions.ts';
import styles from './remark-field.module.css';

interface RemarkFieldProps {
  partKey: string;
  value: string;
  error?: string;
  dispatch: Dispatch;
}

export const RemarkField = memo(function RemarkField({ partKey, value, error, dispatch }: RemarkFieldProps) {
  const id = fieldId(partKey, 'remark');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        备注
      </label>
      <input
        id={id}
        className={classNames(field.control, field.compact)}
        placeholder="选填：图纸号、色号、特殊要求"
        maxLength={500}
        autoComplete="off"
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId(partKey, 'remark')}
        onChange={(event) =>
          dispatch({ type: 'typed', key: partKey, field: 'remark', text: event.target.value })
        }
      />
      <FieldError id={errorId(partKey, 'remark')} message={error} />
    </div>
  );
});
