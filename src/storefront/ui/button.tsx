import { useLayoutEffect, useRef, type ButtonHTMLAttributes, type ReactNode } from 'react';
import { Link } from 'wouter';
import { classNames } from './class-names.ts';
import styles from './button.module.css';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

interface Look {
  /** Default: `secondary`; one `primary` per screen. */
  variant?: ButtonVariant;
  size?: 'small' | 'normal' | 'large';
  /** As wide as its container. */
  isBlock?: boolean;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Shows that the action is running, and prevents starting it twice. */
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
  const own = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // A disabled button loses the focus; it has it again after an action that led nowhere else. So has the button of a dialog whose
  // question, which had the focus, is gone.
  const wasBusy = useRef(false);
  useLayoutEffect(() => {
    if (isBusy) hadFocus.current = document.activeElement === own.current;
    else if (wasBusy.current && document.activeElement === document.body)
      if (hadFocus.current || own.current?.closest('dialog')) own.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return (
    <button
      ref={own}
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

interface ButtonLinkProps extends Look {
  /** From `paths`. */
  to: string;
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ to, variant, size, isBlock, children }: ButtonLinkProps) {
  return (
    <Link to={to} className={lookOf({ variant, size, isBlock })}>
      {children}
    </Link>
  );
}

/** The classes of a button, for a link to a file. */
export function lookOf({ variant = 'secondary', size = 'normal', isBlock = false }: Look): string {
  return classNames(styles.button, styles[variant], styles[size], isBlock && styles.block);
}
