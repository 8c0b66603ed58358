import { Icon } from './icons.tsx';
import styles from './icon-button.module.css';

interface IconButtonProps {
  icon: Parameters<typeof Icon>[0]['name'];
  /** What it does and to which part, for those who don't see where it stands. */
  label: string;
  /** The short word shown when the pointer rests on it. */
  hint: string;
  isDisabled?: boolean;
  isExpanded?: boolean;
  onClick: () => void;
}

export function IconButton({ icon, label, hint, isDisabled = false, isExpanded, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={hint}
      // Stays focusable, so that a part moved to the end does not lose the keyboard.
      aria-disabled={isDisabled || undefined}
      aria-expanded={isExpanded}
      onClick={isDisabled ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
