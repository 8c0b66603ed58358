import { classNames } from '#storefront/ui/class-names.ts';
import { strengthOf, type Strength } from './password-strength.ts';
import styles from './edit-password-page.module.css';

interface StrengthBarProps {
  password: string;
  username: string;
}

const words: Readonly<Record<Strength, string>> = {
  weak: '弱，再长一些，或者换成一句只有自己知道的话',
  fair: '中，再长一些更好',
  strong: '强',
};

/** How strong a password looks while it is typed; there from the start, so that nothing moves. */
export function StrengthBar({ password, username }: StrengthBarProps) {
  const strength = password === '' ? undefined : strengthOf(password, username);
  return (
    <div className={classNames(styles.strength, strength && styles[strength])}>
      <span className={styles.bar} aria-hidden="true" />
      <p role="status">密码强度：{strength === undefined ? '—' : words[strength]}</p>
    </div>
  );
}
