import { getUser } from '#providers/session/session-store.ts';
import { SealArea } from '#storefront/ui/order/seal-area.tsx';
import styles from './seal-page.module.css';

/** A seal on a chequered background, which shows transparency, and as printed. */
export function SealPreview({ image }: { image: string }) {
  const user = getUser();
  return (
    <div className={styles.preview}>
      <figure>
        <div className={styles.chequered}>{image !== '' && <img src={image} alt="印章图样" />}</div>
        <figcaption>图样（格子处为透明）</figcaption>
      </figure>
      <figure>
        <div className={styles.paper}>
          <SealArea label="客户确认（签章）" name={user?.name ?? ''} image={image} />
        </div>
        <figcaption>在报价单上</figcaption>
      </figure>
    </div>
  );
}
