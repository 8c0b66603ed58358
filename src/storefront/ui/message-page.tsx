import { useEffect, useRef, type ReactNode } from 'react';
import page from './page.module.css';
import styles from './message-page.module.css';
import { usePageTitle } from './page-title.ts';

interface MessagePageProps {
  title: string;
  /** Large text above the title, e.g. 404. */
  largeText?: string;
  children: ReactNode;
  /** Suggested actions. */
  actions: ReactNode;
}

/** A page with a single message, such as 404. */
export function MessagePage({ title, largeText, children, actions }: MessagePageProps) {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.message}>
      {largeText !== undefined && (
        <p className={styles.sign} aria-hidden="true">
          {largeText}
        </p>
      )}
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <div className={page.muted}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}
