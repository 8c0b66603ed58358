import styles from './seal-area.module.css';

interface SealAreaProps {
  /** Label of the sealing party: 报价单位（盖章）. */
  label: string;
  name: string;
  /** Data URI; if empty, leaves room for a stamp on paper. */
  image: string;
}

/** A party's seal area in its printed size; the seal is below the name and covers no text. */
export function SealArea({ label, name, image }: SealAreaProps) {
  return (
    <div className={styles.area}>
      <p className={styles.label}>{label}</p>
      <p className={styles.name}>{name}</p>
      <div className={styles.seal}>{image !== '' && <img src={image} alt={`${name}的印章图样`} />}</div>
    </div>
  );
}
