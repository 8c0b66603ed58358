import type { Vector } from '../model-reading.ts';
import type { Disposable } from './scope.ts';

interface Coordinates extends Disposable {
  X: () => number;
  Y: () => number;
  Z: () => number;
}

/** Copies and frees a point, direction or vector of the kernel. */
export function vectorOf(object: Coordinates): Vector {
  const vector: Vector = [object.X(), object.Y(), object.Z()];
  object.delete();
  return vector;
}
