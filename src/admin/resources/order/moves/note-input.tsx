import { Input, type GetProps } from 'antd';
import styles from '../order.module.css';

interface Props extends Omit<GetProps<typeof Input.TextArea>, 'onChange'> {
  id: string;
  label: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** A text area for a note of up to 500 characters in an order's history, with its error below. */
export function NoteInput({ id, label, error, onChange, ...area }: Props) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input.TextArea
        id={id}
        rows={3}
        maxLength={500}
        status={error === undefined ? '' : 'error'}
        onChange={({ target }) => onChange(target.value)}
        {...area}
      />
      <FieldError text={error} />
    </>
  );
}

export const FieldError = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p className={styles.error} role="alert">
      {text}
    </p>
  );
