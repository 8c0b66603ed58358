import type { ReactNode } from 'react';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths of the final content. */
  width?: string;
  height?: string;
}

/** A grey bar in the size of the final content. */
export function Skeleton({ width = '100%', height = '1.2em' }: SkeletonProps) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden="true" />;
}

/** Placeholder bars for a part of a page; screen readers announce 加载中. */
export function SkeletonGroup({ children }: { children: ReactNode }) {
  return (
    <div role="status" aria-label="加载中" className={styles.group}>
      {children}
    </div>
  );
}
