import { Link } from 'wouter';
import styles from './pager.module.css';

interface PagerProps {
  page: number;
  lastPage: number;
  urlOf: (page: number) => string;
  onPageChange?: () => void;
}

/** Links to the first, last and neighbouring pages; hidden for a single page. */
export function Pager({ page, lastPage, urlOf, onPageChange }: PagerProps) {
  if (lastPage <= 1) return null;
  const stepLink = (to: number, label: string) =>
    to < 1 || to > lastPage ? (
      <span className={styles.off}>{label}</span>
    ) : (
      <Link to={urlOf(to)} className={styles.link} onClick={onPageChange}>
        {label}
      </Link>
    );
  return (
    <nav aria-label="分页" className={styles.pager}>
      {stepLink(page - 1, '上一页')}
      <ol className={styles.numbers}>
        {shownPages(page, lastPage).map((number, index, numbers) => (
          <li key={number} className={styles.number}>
            {index > 0 && number - (numbers[index - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
            <Link
              to={urlOf(number)}
              className={number === page ? styles.current : styles.link}
              aria-current={number === page ? 'page' : undefined}
              aria-label={`第 ${number} 页`}
              onClick={onPageChange}
            >
              {number}
            </Link>
          </li>
        ))}
      </ol>
      {stepLink(page + 1, '下一页')}
    </nav>
  );
}

function shownPages(page: number, lastPage: number): number[] {
  const pages = [1, page - 1, page, page + 1, lastPage].filter((number) => number >= 1 && number <= lastPage);
  return [...new Set(pages)].toSorted((a, b) => a - b);
}
