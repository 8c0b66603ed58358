import { Icon } from './icons.tsx';
import styles from './icon-button.module.css';

interface IconButtonProps {
  icon: Parameters<typeof Icon>[0]['name'];
  /** Accessible name: the action and its target. */
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
      // aria-disabled keeps the button focusable: moving a part to the end must not lose the focus.
      aria-disabled={isDisabled || undefined}
      aria-expanded={isExpanded}
      onClick={isDisabled ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
