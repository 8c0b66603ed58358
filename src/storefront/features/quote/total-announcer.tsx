import { useSettled } from './use-settled.ts';
import styles from './quote-page.module.css';

const PAUSE_MS = 1000;

/** Reads the total aloud once typing pauses. */
export function TotalAnnouncer({ text }: { text: string }) {
  const settled = useSettled(text, PAUSE_MS);
  return (
    <p role="status" aria-label="合计" className={styles.aloud}>
      {settled}
    </p>
  );
}
