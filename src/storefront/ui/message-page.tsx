import { useEffect, useRef, type ReactNode } from 'react';
import styles from './message-page.module.css';
import { usePageTitle } from './page-title.ts';

interface MessagePageProps {
  title: string;
  /** A large figure above the title: 404. */
  sign?: string;
  children: ReactNode;
  /** Suggested actions. */
  actions: ReactNode;
}

/** A page with a single message, e.g. not found. */
export function MessagePage({ title, sign, children, actions }: MessagePageProps) {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.message}>
      {sign !== undefined && (
        <p className={styles.sign} aria-hidden="true">
          {sign}
        </p>
      )}
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}
