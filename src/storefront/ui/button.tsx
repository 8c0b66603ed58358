import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

interface Look {
  /** `secondary` unless given; one `primary` a screen. */
  variant?: ButtonVariant;
  size?: 'small' | 'normal' | 'large';
  /** As wide as its container. */
  isBlock?: boolean;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Its action is under way: shown, and not to be started twice. */
  isBusy?: boolean;
}

export function Button({
  variant,
  size,
  isBlock,
  isBusy = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(lookOf({ variant, size, isBlock }), className)}
      disabled={rest.disabled === true || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, isBlock, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={classNames(lookOf({ variant, size, isBlock }), className)} />;
}

function lookOf({ variant = 'secondary', size = 'normal', isBlock = false }: Look): string {
  return classNames(styles.button, styles[variant], styles[size], isBlock && styles.block);
}
