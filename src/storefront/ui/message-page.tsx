import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './message-page.module.css';
import page from './page.module.css';
import { usePageTitle } from './page-title.ts';

interface MessagePageProps {
  title: string;
  /** A large figure above the title: 404. */
  sign?: string;
  children: ReactNode;
  /** What one can do now. */
  actions: ReactNode;
}

/** A page that says one thing: not found, went wrong. */
export function MessagePage({ title, sign, children, actions }: MessagePageProps) {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classNames(page.page, page.narrow, styles.message)}>
      {sign !== undefined && (
        <p className={styles.sign} aria-hidden="true">
          {sign}
        </p>
      )}
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <div className={page.muted}>{children}</div>
      <div className={classNames(page.actions, styles.actions)}>{actions}</div>
    </div>
  );
}
