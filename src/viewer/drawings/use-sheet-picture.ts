import { useEffect, useRef, useState, type RefObject } from 'react';
import { DrawingError, type Sheet, type SheetView, type Size } from './drawing.ts';
import { pixelRatioOf } from './sheet-view.ts';

interface ShownPicture {
  canvas: HTMLCanvasElement;
  view: SheetView;
}

/**
 * Draws the sheet into the element. While a new picture is drawn, the last one is moved and stretched to the view. Returns
 * the message of a failure, and whether a picture is shown.
 */
export function useSheetPicture(
  element: RefObject<HTMLElement | null>,
  sheet: Sheet | undefined,
  view: SheetView | undefined,
  stage: Size,
): { message?: string; isDrawn: boolean } {
  const shown = useRef<ShownPicture>(undefined);
  const requested = useRef<{ view: SheetView; stage: Size }>(undefined);
  const [failure, setFailure] = useState<{ sheet: Sheet; message: string }>();
  const [drawn, setDrawn] = useState<Sheet>();
  const redraw = useRef<() => void>(undefined);

  useEffect(() => {
    if (!view) return;
    requested.current = { view, stage };
    if (shown.current) stretch(shown.current, view);
    redraw.current?.();
  }, [view, stage]);

  useEffect(() => {
    const container = element.current;
    if (!sheet || !container) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    let isBusy = false;
    const draw = async () => {
      if (isBusy) return;
      isBusy = true;
      try {
        for (let last: unknown; !signal.aborted && requested.current && last !== requested.current;) {
          const request = requested.current;
          last = request;
          // oxlint-disable-next-line no-await-in-loop -- the latest view follows when this one is drawn
          const canvas = await drawView(sheet, request, signal);
          signal.throwIfAborted();
          container.replaceChildren(canvas);
          shown.current = { canvas, view: request.view };
          if (requested.current) stretch(shown.current, requested.current.view);
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
    redraw.current = () => void draw();
    void draw();
    return () => {
      abort.abort();
      redraw.current = undefined;
      shown.current = undefined;
      container.replaceChildren();
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

/** Moves and stretches the picture of one view to another. */
function stretch({ canvas, view: from }: ShownPicture, to: SheetView): void {
  const ratio = to.scale / from.scale;
  canvas.style.transform = `translate(${to.x - from.x * ratio}px, ${to.y - from.y * ratio}px) scale(${ratio})`;
}
