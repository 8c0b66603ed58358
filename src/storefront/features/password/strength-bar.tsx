import { classNames } from '#storefront/ui/class-names.ts';
import { passwordStrength, type Strength } from './password-strength.ts';
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

/** Shows the strength while typing; present from the start, so that nothing shifts. */
export function StrengthBar({ password, username }: StrengthBarProps) {
  const strength = password === '' ? undefined : passwordStrength(password, username);
  return (
    <div className={classNames(styles.strength, strength && styles[strength])}>
      <span className={styles.bar} aria-hidden="true" />
      <p role="status">密码强度：{strength === undefined ? '—' : words[strength]}</p>
    </div>
  );
}
