import type { ReactNode } from 'react';
import styles from './page-header.module.css';

interface Props {
  title?: ReactNode;
  extra?: ReactNode;
  children?: ReactNode;
}

/**
 * The build aliases @ant-design/pro-layout to this component. Refine's pages use no other part of that package, which
 * would add 23 KB to the load of the first list.
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
