import { Icon } from './icons.tsx';
import styles from './icon-button.module.css';

interface IconButtonProps {
  icon: Parameters<typeof Icon>[0]['name'];
  /** Accessible name: the action and the part it applies to. */
  label: string;
  /** Tooltip. */
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
      // Disabled buttons stay focusable, so that moving a part to the end does not lose the focus.
      aria-disabled={isDisabled || undefined}
      aria-expanded={isExpanded}
      onClick={isDisabled ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
