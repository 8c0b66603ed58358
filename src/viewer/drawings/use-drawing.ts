import { useEffect, useState } from 'react';
import type { Drawing, Sheet } from './drawing.ts';
import { openDrawing } from './open-drawing.ts';

type Opened =
  { state: 'opening' } | { state: 'failed'; message: string } | { state: 'open'; drawing: Drawing };

const OPENING: Opened = { state: 'opening' };

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '图纸打不开，请下载查看');

/** Opens a file while the component is shown; `reopen` tries again. `load` must keep its identity. */
export function useDrawing(load: (signal: AbortSignal) => Promise<Blob>) {
  const [attempt, setAttempt] = useState({});
  const [result, setResult] = useState<{ opened: Opened; attempt: object }>();
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const setOpened = (opened: Opened) => setResult({ opened, attempt });
    const open = async () => {
      const drawing = await openDrawing(await load(signal), signal);
      signal.addEventListener('abort', drawing.close);
      if (signal.aborted) drawing.close();
      else setOpened({ state: 'open', drawing });
    };
    open().catch((error: unknown) => {
      if (!signal.aborted) setOpened({ state: 'failed', message: messageOf(error) });
    });
    return () => abort.abort();
  }, [load, attempt]);
  const opened = result?.attempt === attempt ? result.opened : OPENING;
  return { opened, reopen: () => setAttempt({}) };
}

/** A page of the drawing: undefined until it is read; a message when it cannot be. */
export function useSheet(drawing: Drawing, page: number): { sheet?: Sheet; message?: string } {
  const [read, setRead] = useState<{ page: number; sheet?: Sheet; message?: string }>({ page: 0 });
  useEffect(() => {
    let isLeft = false;
    const show = (result: { sheet?: Sheet; message?: string }) => {
      if (!isLeft) setRead({ page, ...result });
    };
    drawing.openPage(page).then(
      (sheet) => show({ sheet }),
      (error: unknown) => show({ message: messageOf(error) }),
    );
    return () => {
      isLeft = true;
    };
  }, [drawing, page]);
  return read.page === page ? read : {};
}
