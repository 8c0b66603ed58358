import type { DxfPicture } from './dxf-picture.ts';
import { dxfFile, type Groups } from '../dxf-file.test-data.ts';
import { readDxf } from './read-dxf.ts';
import { stepLength } from '../picture-builder.ts';

export const bytes = (text: string) => new TextEncoder().encode(text);
export const read = (parts: Parameters<typeof dxfFile>[0]) => readDxf(bytes(dxfFile(parts)));
export const readEntities = (...entities: Groups[]) => read({ entities });

/** All steps as `[code, …numbers]`, rounded. */
export function stepsOf({ strokes }: DxfPicture): number[][] {
  const found: number[][] = [];
  for (const { steps } of strokes) {
    for (let n = 0; n < steps.length; n += 1 + stepLength(steps[n]))
      found.push([...steps.subarray(n, n + 1 + stepLength(steps[n]))].map(rounded));
  }
  return found;
}
export const rounded = (value: number) => Math.round(value * 1e6) / 1e6 + 0;
