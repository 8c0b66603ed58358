import { useProductName } from '#storefront/ui/use-product-name.ts';
import icon from '#theme/icon.svg?inline';
import styles from './brand.module.css';

/** Logo and product name, which is set in 参数设置. */
export function Brand() {
  const name = useProductName();
  return (
    <span className={styles.brand} title={name}>
      <img src={icon} width="28" height="28" alt="" />
      <span className={styles.name}>{name}</span>
    </span>
  );
}
