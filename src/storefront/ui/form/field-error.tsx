import styles from './field-error.module.css';

interface FieldErrorProps {
  id: string;
  message?: string;
}

/** A field's error; the field refers to it by `aria-describedby`. */
export function FieldError({ id, message }: FieldErrorProps) {
  if (!message) return null;
  return (
    <p id={id} className={styles.error}>
      {message}
    </p>
  );
}
