import type { EnumOption } from './field.ts';
import styles from './field-types.module.css';

/** Not antd's Tag: its contrast is too low (3:1). */
export function Tag({ color, children }: { color?: EnumOption['color']; children: string }) {
  return (
    <span className={styles.tag} data-color={color}>
      {children}
    </span>
  );
}
