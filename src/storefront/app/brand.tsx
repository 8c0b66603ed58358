import icon from '#theme/icon.svg?inline';
import styles from './brand.module.css';

/** Logo and name of the product. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <img src={icon} width="28" height="28" alt="" />
      智造报价
    </span>
  );
}
