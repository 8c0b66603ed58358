import { useRef, useState } from 'react';
import { notify } from '#providers/notices.ts';
import { Button } from '#storefront/ui/button.tsx';
import { copyText } from './shares/copy-text.ts';
import styles from './order-details-page.module.css';

/** A tracking number that a click copies for the carrier's page. */
export function TrackingNumber({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  async function copy() {
    if (await copyText(text, field.current)) setIsCopied(true);
    else notify({ type: 'warning', message: '浏览器不允许复制，请手动选择运单号复制' });
  }
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
      <Button size="small" onClick={() => void copy()}>
        {isCopied ? '已复制' : '复制运单号'}
      </Button>
    </>
  );
}
