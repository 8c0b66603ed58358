import { useEffect, useRef, useState, type RefObject } from 'react';
import { DrawingError, type Sheet, type SheetView, type Size } from './drawing.ts';
import { pixelRatioOf } from './sheet-view.ts';

interface Shown {
  canvas: HTMLCanvasElement;
  view: SheetView;
}

/**
 * Draws the sheet into the element. While a new picture is made, the last one is moved and stretched to the view. Returns
 * the message of a failure, and whether a picture is shown.
 */
export function useSheetPicture(
  element: RefObject<HTMLElement | null>,
  sheet: Sheet | undefined,
  view: SheetView | undefined,
  stage: Size,
): { message?: string; isDrawn: boolean } {
  const shown = useRef<Shown>(undefined);
  const wanted = useRef<{ view: SheetView; stage: Size }>(undefined);
  const [failure, setFailure] = useState<{ sheet: Sheet; message: string }>();
  const [drawn, setDrawn] = useState<Sheet>();
  const wake = useRef<() => void>(undefined);

  useEffect(() => {
    if (!view) return;
    wanted.current = { view, stage };
    if (shown.current) follow(shown.current, view);
    wake.current?.();
  }, [view, stage]);

  useEffect(() => {
    const place = element.current;
    if (!sheet || !place) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    let isBusy = false;
    const draw = async () => {
      if (isBusy) return;
      isBusy = true;
      try {
        for (let made: unknown; !signal.aborted && wanted.current && made !== wanted.current;) {
          const order = wanted.current;
          made = order;
          // oxlint-disable-next-line no-await-in-loop -- the latest view follows when this one is drawn
          const canvas = await drawView(sheet, order, signal);
          signal.throwIfAborted();
          place.replaceChildren(canvas);
          shown.current = { canvas, view: order.view };
          if (wanted.current) follow(shown.current, wanted.current.view);
          setDrawn(sheet);
        }
      } catch (error) {
        if (signal.aborted) return;
        const message = error instanceof DrawingError ? error.message : new DrawingError('damaged').message;
        setFailure({ sheet, message });
      } finally {
        isBusy = false;
      }
    };
    wake.current = () => void draw();
    void draw();
    return () => {
      abort.abort();
      wake.current = undefined;
      shown.current = undefined;
      place.replaceChildren();
    };
  }, [element, sheet]);

  return {
    message: failure && failure.sheet === sheet ? failure.message : undefined,
    isDrawn: sheet !== undefined && drawn === sheet,
  };
}

async function drawView(
  sheet: Sheet,
  { view, stage }: { view: SheetView; stage: Size },
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  const ratio = pixelRatioOf(stage, globalThis.devicePixelRatio || 1);
  canvas.width = Math.max(1, Math.floor(stage.width * ratio));
  canvas.height = Math.max(1, Math.floor(stage.height * ratio));
  canvas.style.width = `${stage.width}px`;
  canvas.style.height = `${stage.height}px`;
  const inPixels = { scale: view.scale * ratio, x: view.x * ratio, y: view.y * ratio };
  await sheet.draw(canvas, inPixels, ratio, signal);
  return canvas;
}

/** Stretches the picture of one view to another. */
function follow({ canvas, view: from }: Shown, to: SheetView): void {
  const ratio = to.scale / from.scale;
  canvas.style.transform = `translate(${to.x - from.x * ratio}px, ${to.y - from.y * ratio}px) scale(${ratio})`;
}
