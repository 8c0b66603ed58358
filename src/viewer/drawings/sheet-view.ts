import { MAX_PIXELS, type Sheet, type SheetView, type Size } from './drawing.ts';

/** Margin around a fitted sheet, as a fraction of the stage. */
const MARGIN = 0.03;
/** The smallest scale, relative to the one that fits. */
const MIN_ZOOM = 0.5;
/** Pixels of the sheet that always stay visible. */
const VISIBLE_PX = 40;

/** The view of the entire sheet, centred on the stage. */
export function fitSheet(sheet: Size, stage: Size): SheetView {
  const usedFraction = 1 - 2 * MARGIN;
  const scale = Math.min(
    (stage.width * usedFraction) / sheet.width,
    (stage.height * usedFraction) / sheet.height,
  );
  return {
    scale,
    x: (stage.width - sheet.width * scale) / 2,
    y: (stage.height - sheet.height * scale) / 2,
  };
}

/** Zooms by a factor; the point under the pixel `at` stays in position. */
export function zoomSheet(
  view: SheetView,
  factor: number,
  at: { x: number; y: number },
  sheet: Sheet,
  stage: Size,
): SheetView {
  const fittedScale = fitSheet(sheet, stage).scale;
  const scale = Math.min(fittedScale * sheet.maxZoom, Math.max(fittedScale * MIN_ZOOM, view.scale * factor));
  const ratio = scale / view.scale;
  return clampView(
    { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio },
    sheet,
    stage,
  );
}

/** Moves the sheet by pixels. */
export const panSheet = (view: SheetView, x: number, y: number, sheet: Size, stage: Size): SheetView =>
  clampView({ ...view, x: view.x + x, y: view.y + y }, sheet, stage);

/** Keeps part of the sheet on the stage. */
const clampView = ({ scale, x, y }: SheetView, sheet: Size, stage: Size): SheetView => ({
  scale,
  x: Math.min(stage.width - VISIBLE_PX, Math.max(VISIBLE_PX - sheet.width * scale, x)),
  y: Math.min(stage.height - VISIBLE_PX, Math.max(VISIBLE_PX - sheet.height * scale, y)),
});

/** Canvas pixels per CSS pixel, limited by the largest canvas. */
export const pixelRatioOf = ({ width, height }: Size, deviceRatio: number): number =>
  Math.min(deviceRatio, Math.sqrt(MAX_PIXELS / (width * height)));
