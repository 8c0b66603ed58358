import { Input, type GetProps } from 'antd';
import styles from '../order.module.css';

interface Props extends Omit<GetProps<typeof Input.TextArea>, 'onChange'> {
  id: string;
  label: string;
  fault: string | undefined;
  onChange: (text: string) => void;
}

/** A text of up to 500 characters for an order's history, with its fault below. */
export function NoteInput({ id, label, fault, onChange, ...area }: Props) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input.TextArea
        id={id}
        rows={3}
        maxLength={500}
        status={fault === undefined ? '' : 'error'}
        onChange={({ target }) => onChange(target.value)}
        {...area}
      />
      <Fault text={fault} />
    </>
  );
}

/** The error of the field above, if there is one. */
export const Fault = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p className={styles.fault} role="alert">
      {text}
    </p>
  );
