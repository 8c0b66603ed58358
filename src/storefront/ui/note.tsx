import type { HTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import styles from './note.module.css';

interface NoteProps extends HTMLAttributes<HTMLParagraphElement> {
  tone?: 'warning' | 'danger';
}

/** A tinted paragraph. */
export function Note({ tone, className, ...rest }: NoteProps) {
  return <p {...rest} className={classNames(styles.note, tone && styles[tone], className)} />;
}
