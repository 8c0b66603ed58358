import type { EnumOption } from './field.ts';
import styles from './field-types.module.css';

/** A short label on a tint. The contrast of antd's tags is too low (3:1). */
export function Tag({ color, children }: { color?: EnumOption['color']; children: string }) {
  return (
    <span className={styles.tag} data-color={color}>
      {children}
    </span>
  );
}
