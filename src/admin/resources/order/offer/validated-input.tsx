import { Input, type InputProps } from 'antd';
import { useId, type ReactNode } from 'react';
import styles from './offer-form.module.css';

interface Props extends InputProps {
  error: string | undefined;
  /** Shown between the field and its error. */
  children?: ReactNode;
}

export function ValidatedInput({ error, children, ...input }: Props) {
  const id = useId();
  const isInvalid = error !== undefined;
  return (
    <>
      <Input
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? id : undefined}
        status={isInvalid ? 'error' : undefined}
        {...input}
      />
      {children}
      {isInvalid ? (
        <span id={id} role="alert" className={styles.error}>
          {error}
        </span>
      ) : null}
    </>
  );
}
