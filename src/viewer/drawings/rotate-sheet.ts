import type { Sheet, SheetView, Size } from './drawing.ts';

/** Quarter turns, clockwise. */
export type Quarters = 0 | 1 | 2 | 3;

export const nextQuarter = (quarters: Quarters): Quarters => ((quarters + 1) % 4) as Quarters;

const swapped = ({ width, height }: Size): Size => ({ width: height, height: width });
const rotatedSize = (size: Size, quarters: Quarters): Size => (quarters % 2 === 1 ? swapped(size) : size);

/** Rotates a sheet: it is drawn upright on a second canvas and copied. */
export function rotateSheet(sheet: Sheet, quarters: Quarters): Sheet {
  if (quarters === 0) return sheet;
  return {
    ...sheet,
    ...rotatedSize(sheet, quarters),
    draw: async (canvas, view, pixelRatio, signal) => {
      const { width, height } = rotatedSize(canvas, quarters);
      const upright = Object.assign(document.createElement('canvas'), { width, height });
      try {
        await sheet.draw(upright, uprightView(view, canvas, sheet, quarters), pixelRatio, signal);
        const context = canvas.getContext('2d');
        context?.setTransform(...rotationTransform(canvas, quarters));
        context?.drawImage(upright, 0, 0);
      } finally {
        // Frees the memory, which browsers would release late.
        upright.width = 0;
      }
    },
  };
}

/** Position of the sheet on the upright canvas that becomes `canvas` when rotated. */
export function uprightView(
  { scale, x, y }: SheetView,
  canvas: Size,
  sheet: Size,
  quarters: Quarters,
): SheetView {
  const { width, height } = rotatedSize(sheet, quarters);
  const fromRight = canvas.width - x - width * scale;
  const fromBottom = canvas.height - y - height * scale;
  switch (quarters) {
    case 0:
      return { scale, x, y };
    case 1:
      return { scale, x: y, y: fromRight };
    case 2:
      return { scale, x: fromRight, y: fromBottom };
    case 3:
      return { scale, x: fromBottom, y: x };
  }
}

/** Maps pixels of the upright canvas to the rotated one, as arguments of `setTransform`. */
export function rotationTransform(
  { width, height }: Size,
  quarters: Quarters,
): [number, number, number, number, number, number] {
  switch (quarters) {
    case 0:
      return [1, 0, 0, 1, 0, 0];
    case 1:
      return [0, 1, -1, 0, width, 0];
    case 2:
      return [-1, 0, 0, -1, width, height];
    case 3:
      return [0, -1, 1, 0, 0, height];
  }
}
