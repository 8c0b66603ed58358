import styles from './field-error.module.css';

interface FieldErrorProps {
  id: string;
  message?: string;
}

/** What is wrong with a field, read aloud with it by `aria-describedby`. */
export function FieldError({ id, message }: FieldErrorProps) {
  if (!message) return null;
  return (
    <p id={id} className={styles.error}>
      {message}
    </p>
  );
}
