import styles from './close-button.module.css';

interface CloseButtonProps {
  label: string;
  /** Tooltip. */
  hint?: string;
  onClick: () => void;
}

export function CloseButton({ label, hint, onClick }: CloseButtonProps) {
  return (
    <button type="button" className={styles.close} aria-label={label} title={hint} onClick={onClick}>
      ✕
    </button>
  );
}
