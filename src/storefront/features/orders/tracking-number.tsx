import { Button } from '#storefront/ui/button.tsx';
import styles from './order-details-page.module.css';
import { useCopy } from './shares/use-copy.ts';

/** A tracking number that a click copies for the carrier's page. */
export function TrackingNumber({ text }: { text: string }) {
  const { field, copied, copy } = useCopy('运单号');
  return (
    <>
      <input
        ref={field}
        className={styles.number}
        aria-label="运单号"
        readOnly
        size={text.length + 1}
        value={text}
      />
      <Button size="small" onClick={() => void copy(text)}>
        {copied === text ? '已复制' : '复制运单号'}
      </Button>
    </>
  );
}
