import { classNames } from './class-names.ts';
import styles from './cut-name.module.css';
import hidden from './visually-hidden.module.css';

/** Letters at the end that stay. */
const END = 5;
/** Names this short are not cut in the middle: too little would precede the gap. */
const SHORT = END + 3;

interface CutNameProps {
  name: string;
  className?: string;
  /** The name is read elsewhere: in the field below it. */
  isForEyes?: boolean;
}

/** A name in one line. Where it does not fit, its middle gives way: names of a family differ at their ends. */
export function CutName({ name, className, isForEyes }: CutNameProps) {
  const letters = Array.from(name);
  return (
    <span className={classNames(styles.name, className)} title={name} aria-hidden={isForEyes}>
      {letters.length > SHORT ? (
        <>
          <span className={styles.start} aria-hidden="true">
            {letters.slice(0, -END).join('')}
          </span>
          <span className={styles.end} aria-hidden="true">
            {letters.slice(-END).join('')}
          </span>
          {/* Two pieces would be read as two words. */}
          {!isForEyes && <span className={hidden.visuallyHidden}>{name}</span>}
        </>
      ) : (
        name
      )}
    </span>
  );
}
