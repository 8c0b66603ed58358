import styles from './seal-place.module.css';

interface SealPlaceProps {
  /** Who seals here: 报价单位（盖章）. */
  label: string;
  name: string;
  /** A picture as a data URI; empty: the place stays free for a stamp on paper. */
  image: string;
}

/** Where one side seals a quotation, in the size of the sheet; the seal stands below the name and hides no text. */
export function SealPlace({ label, name, image }: SealPlaceProps) {
  return (
    <div className={styles.place}>
      <p className={styles.label}>{label}</p>
      <p className={styles.name}>{name}</p>
      <div className={styles.seal}>{image !== '' && <img src={image} alt={`${name}的印章图样`} />}</div>
    </div>
  );
}
