import { useLayoutEffect, useRef, type ButtonHTMLAttributes, type ReactNode } from 'react';
import { Link } from 'wouter';
import { classNames } from './class-names.ts';
import styles from './button.module.css';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

interface ButtonLook {
  /** Default: `secondary`; one `primary` per screen. */
  variant?: ButtonVariant;
  size?: 'small' | 'normal' | 'large';
  /** Fills the container's width. */
  isBlock?: boolean;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Shows a spinner and disables the button. */
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
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // A disabled button loses the focus; restore it if nothing else took it. In a dialog, also restore it if the
  // element that had it is gone.
  const wasBusy = useRef(false);
  useLayoutEffect(() => {
    if (isBusy) hadFocus.current = document.activeElement === button.current;
    else if (wasBusy.current && document.activeElement === document.body)
      if (hadFocus.current || button.current?.closest('dialog')) button.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return (
    <button
      ref={button}
      type="button"
      {...rest}
      className={classNames(buttonClasses({ variant, size, isBlock }), className)}
      disabled={rest.disabled === true || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends ButtonLook {
  /** From `paths`. */
  to: string;
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ to, variant, size, isBlock, children }: ButtonLinkProps) {
  return (
    <Link to={to} className={buttonClasses({ variant, size, isBlock })}>
      {children}
    </Link>
  );
}

/** Button classes for other elements, such as a download link. */
export function buttonClasses({
  variant = 'secondary',
  size = 'normal',
  isBlock = false,
}: ButtonLook): string {
  return classNames(styles.button, styles[variant], styles[size], isBlock && styles.block);
}
