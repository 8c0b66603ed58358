import styles from './brand.module.css';

/** Logo and name of the product. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
        <rect width="28" height="28" rx="7" fill="var(--color-primary)" />
        <path
          d="m14 5.5 7.4 4.25v8.5L14 22.5l-7.4-4.25v-8.5z"
          fill="none"
          stroke="#fff"
          strokeWidth="1.8"
          strokeLinejoin="round"
        />
        <circle cx="14" cy="14" r="3" fill="none" stroke="#fff" strokeWidth="1.8" />
      </svg>
      智造报价
    </span>
  );
}
