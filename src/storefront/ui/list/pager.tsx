import { Link } from 'wouter';
import styles from './pager.module.css';

interface PagerProps {
  page: number;
  last: number;
  /** The address of a page. */
  addressOf: (page: number) => string;
  onTurn?: () => void;
}

/** Links to the neighbouring, first and last pages of a list; hidden for a single page. */
export function Pager({ page, last, addressOf, onTurn }: PagerProps) {
  if (last <= 1) return null;
  const step = (to: number, label: string) =>
    to < 1 || to > last ? (
      <span className={styles.off}>{label}</span>
    ) : (
      <Link to={addressOf(to)} className={styles.link} onClick={onTurn}>
        {label}
      </Link>
    );
  return (
    <nav aria-label="分页" className={styles.pager}>
      {step(page - 1, '上一页')}
      <ol className={styles.numbers}>
        {shownPages(page, last).map((number, at, shown) => (
          <li key={number} className={styles.number}>
            {at > 0 && number - (shown[at - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
            <Link
              to={addressOf(number)}
              className={number === page ? styles.current : styles.link}
              aria-current={number === page ? 'page' : undefined}
              aria-label={`第 ${number} 页`}
              onClick={onTurn}
            >
              {number}
            </Link>
          </li>
        ))}
      </ol>
      {step(page + 1, '下一页')}
    </nav>
  );
}

function shownPages(page: number, last: number): number[] {
  const wanted = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last);
  return [...new Set(wanted)].toSorted((a, b) => a - b);
}
