import type { ReactNode } from 'react';
import styles from './page-header.module.css';

interface Props {
  title?: ReactNode;
  extra?: ReactNode;
  children?: ReactNode;
}

/**
 * Stands for the page header of @ant-design/pro-layout (an alias of the build), the only part of it that Refine's pages
 * use: 23 KB of the first list.
 */
export function PageHeader({ title, extra, children }: Props) {
  return (
    <>
      <header className={styles.header}>
        {title}
        {extra}
      </header>
      {children}
    </>
  );
}
