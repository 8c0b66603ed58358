import type { CheckLimits } from './checks/check-limits.ts';
import { severityOf, type Check } from './checks/checks.ts';

/** Order data of a part, without its shape. */
export interface OrderedWork {
  /** The chosen options, each with its process: `螺纹 M3–M6（≤4 孔）`. */
  optionTexts: readonly string[];
  fileNames: readonly string[];
}

/** Whether a file is a drawing, by its name. */
export const isDrawing = (fileName: string): boolean => /\.(?:pdf|dxf|dwg|png|jpe?g|jfif)$/i.test(fileName);

/** Finds options, such as threads and tolerances, that a model does not describe, for a part without a drawing. */
export function checkDrawing({ optionTexts, fileNames }: OrderedWork, limits: CheckLimits): Check[] {
  if (fileNames.some(isDrawing)) return [];
  const undescribed = optionTexts.filter((text) => limits.drawingWords.some((word) => text.includes(word)));
  if (undescribed.length === 0) return [];
  const code = 'drawing-missing';
  return [{ code, severity: severityOf(code, limits), figures: { works: undescribed }, faces: [] }];
}
