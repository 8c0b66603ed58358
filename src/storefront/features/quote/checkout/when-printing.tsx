import { Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyView } from '#providers/lazy-view.ts';
import type { PrintSheetProps } from './print-sheet.tsx';

const PrintSheet = lazyView(async () => (await import('./print-sheet.tsx')).PrintSheet);

/**
 * Replaces the page with a print layout during printing, from our button or the browser's menu. Its code is
 * loaded when the browser is idle, because printing does not wait.
 */
export function WhenPrinting(props: PrintSheetProps) {
  const isPrinting = useIsPrinting();
  useEffect(() => {
    (globalThis.requestIdleCallback ?? setTimeout)(() => void PrintSheet.load().catch(() => undefined));
  }, []);
  return isPrinting ? (
    <Suspense>
      <PrintSheet {...props} />
    </Suspense>
  ) : null;
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser captures the page immediately after the event.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    globalThis.addEventListener('beforeprint', begin);
    globalThis.addEventListener('afterprint', end);
    return () => {
      globalThis.removeEventListener('beforeprint', begin);
      globalThis.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
