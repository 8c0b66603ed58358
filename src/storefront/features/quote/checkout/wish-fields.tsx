import type { FieldErrors } from '#contract/kernel/errors.ts';
import { TextArea, TextField } from '#storefront/ui/form/field.tsx';
import styles from './confirm-dialog.module.css';
import type { Wishes } from './wishes.ts';

interface WishFieldsProps {
  wishes: Wishes;
  errors: FieldErrors;
  /** A saved quotation becomes a request: the form asks only for the reason. */
  isReviewRequest: boolean;
  /** Earliest allowed date, `YYYY-MM-DD`. */
  earliest: string;
  isLocked: boolean;
  onChange: (wishes: Wishes) => void;
}

export function WishFields({
  wishes,
  errors,
  isReviewRequest,
  earliest,
  isLocked,
  onChange,
}: WishFieldsProps) {
  const control = (field: 'targetPrice' | 'wishedDate' | 'reason') => ({
    value: wishes[field],
    error: errors[field],
    disabled: isLocked,
    onChange: (event: { target: { value: string } }) => onChange({ ...wishes, [field]: event.target.value }),
  });
  if (isReviewRequest) {
    return (
      <div className={styles.wishes}>
        <TextArea
          label="询价说明"
          isRequired
          maxLength={500}
          rows={2}
          className={styles.wide}
          {...control('reason')}
        />
      </div>
    );
  }
  return (
    <div className={styles.wishes}>
      <TextField
        label="目标价（元，合计）"
        hint="选填"
        inputMode="decimal"
        maxLength={20}
        autoComplete="off"
        {...control('targetPrice')}
      />
      <TextField label="期望发货日" hint="选填" type="date" min={earliest} {...control('wishedDate')} />
    </div>
  );
}
