import hidden from '#storefront/ui/visually-hidden.module.css';
import { useDebounced } from '#providers/use-debounced.ts';

const PAUSE_MS = 1000;

/** Announces the total to screen readers once typing pauses. Clears at once without a total. */
export function TotalAnnouncer({ text }: { text: string }) {
  const debounced = useDebounced(text, PAUSE_MS);
  return (
    <p role="status" aria-label="合计" className={hidden.visuallyHidden}>
      {text === '' ? '' : debounced}
    </p>
  );
}
