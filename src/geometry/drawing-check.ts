import type { CheckLimits } from './checks/check-limits.ts';
import { severityOf, type Check } from './checks/checks.ts';

/** Order data of a part, without its shape. */
export interface OrderedWork {
  /** The chosen options, each with its process: `螺纹 M3–M6（≤4 孔）`. */
  works: readonly string[];
  fileNames: readonly string[];
}

/** Whether a file is a drawing, by its name. */
export const isDrawing = (fileName: string): boolean => /\.(?:pdf|dxf|dwg|png|jpe?g|jfif)$/i.test(fileName);

/** Finds options, such as threads and tolerances, that a model does not describe, for a part without a drawing. */
export function checkDrawing({ works, fileNames }: OrderedWork, limits: CheckLimits): Check[] {
  if (fileNames.some(isDrawing)) return [];
  const undrawn = works.filter((work) => limits.drawingWords.some((word) => work.includes(word)));
  if (undrawn.length === 0) return [];
  const code = 'drawing-missing';
  return [{ code, severity: severityOf(code, limits), figures: { works: undrawn }, faces: [] }];
}
