import { classNames } from './class-names.ts';
import styles from './tag.module.css';

/** Maps antd's colour names, which dictionaries use; unknown ones are grey. */
const tones: Readonly<Record<string, string | undefined>> = {
  success: styles.green,
  green: styles.green,
  primary: styles.blue,
  processing: styles.blue,
  blue: styles.blue,
  cyan: styles.blue,
  geekblue: styles.blue,
  purple: styles.blue,
  info: styles.blue,
  warning: styles.amber,
  orange: styles.amber,
  gold: styles.amber,
  danger: styles.red,
  error: styles.red,
  red: styles.red,
};

/** A short status: 待确认, 已过期. */
export function Tag({ label, tone = '' }: { label: string; tone?: string }) {
  return <span className={classNames(styles.tag, tones[tone])}>{label}</span>;
}
