import { classNames } from './class-names.ts';
import styles from './truncated-name.module.css';
import hidden from './visually-hidden.module.css';

/** Number of trailing letters that are always shown. */
const END_LENGTH = 5;
/** Names up to this length are not truncated in the middle: too little would precede the gap. */
const MAX_FULL_LENGTH = END_LENGTH + 3;

interface TruncatedNameProps {
  name: string;
  className?: string;
  /** Hides the name from screen readers, which read it elsewhere. */
  isHiddenFromReaders?: boolean;
}

/** A single-line name, truncated in the middle: names of a series differ at their ends. */
export function TruncatedName({ name, className, isHiddenFromReaders }: TruncatedNameProps) {
  const characters = Array.from(name);
  return (
    <span className={classNames(styles.name, className)} title={name} aria-hidden={isHiddenFromReaders}>
      {characters.length > MAX_FULL_LENGTH ? (
        <>
          <span className={styles.start} aria-hidden="true">
            {characters.slice(0, -END_LENGTH).join('')}
          </span>
          <span className={styles.end} aria-hidden="true">
            {characters.slice(-END_LENGTH).join('')}
          </span>
          {/* Screen readers would read the two pieces as two words. */}
          {!isHiddenFromReaders && <span className={hidden.visuallyHidden}>{name}</span>}
        </>
      ) : (
        name
      )}
    </span>
  );
}
