import styles from './list-skeleton.module.css';

const ROWS = Array.from({ length: 10 }, (_, index) => index);

export function ListSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="加载中">
      {ROWS.map((row) => (
        <div key={row} />
      ))}
    </div>
  );
}
