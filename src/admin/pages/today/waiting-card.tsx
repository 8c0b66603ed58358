import { Link } from 'react-router';
import { Tag } from '../../field-types/tag.tsx';
import styles from './today.module.css';

export interface WaitingRow {
  key: number;
  title: string;
  /** The record's path; undefined for users who may not open it. */
  to: string | undefined;
  text: string;
  /** An order's lead class; undefined for 标准. */
  lead?: string | undefined;
  /** An amount or the time left. */
  note: string;
}

interface Props {
  title: string;
  count: number;
  unit?: string;
  /** The number at which the server stops counting; undefined if the count is exact. */
  countLimit?: number;
  listUrl: string;
  emptyText: string;
  isOverdue?: boolean;
  rows: readonly WaitingRow[];
}

/** One kind of waiting work: its count and the first items. */
export function WaitingCard({
  title,
  count,
  unit = '单',
  countLimit = Infinity,
  listUrl,
  emptyText,
  isOverdue = false,
  rows,
}: Props) {
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.cardHead}>
        <h3>{title}</h3>
        <strong className={styles.count} data-mood={isOverdue && count > 0 ? 'bad' : undefined}>
          {count >= countLimit ? `${countLimit - 1}+` : count}
          <small> {unit}</small>
        </strong>
        {count > 0 ? (
          <Link to={listUrl} aria-label={`查看全部${title}`}>
            查看全部
          </Link>
        ) : null}
      </div>
      {rows.length === 0 ? (
        <p className={styles.nothing}>{emptyText}</p>
      ) : (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <li key={row.key}>
              <span className={styles.title}>
                {row.to === undefined ? row.title : <Link to={row.to}>{row.title}</Link>}
              </span>
              {row.lead === undefined ? null : <Tag color="blue">{row.lead}</Tag>}
              <span className={styles.note} data-mood={isOverdue ? 'bad' : undefined}>
                {row.note}
              </span>
              <span className={styles.text} title={row.text}>
                {row.text}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
