import type { EnumOption } from './field.ts';
import styles from './field-types.module.css';

/** A short word on a tint; antd's own tags are too pale to read (3:1). */
export function Tag({ color, children }: { color?: EnumOption['color']; children: string }) {
  return (
    <span className={styles.tag} data-color={color}>
      {children}
    </span>
  );
}
