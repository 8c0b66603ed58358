/** An affine map of the plane: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
export type Point = readonly [x: number, y: number];

export const IDENTITY: Affine = [1, 0, 0, 1, 0, 0];
/** An entity whose extrusion points away from the viewer is drawn mirrored. */
export const MIRRORED: Affine = [-1, 0, 0, 1, 0, 0];

export const translate = (x: number, y: number): Affine => [1, 0, 0, 1, x, y];
export const scale = (x: number, y: number): Affine => [x, 0, 0, y, 0, 0];

/** Counter-clockwise. */
export function rotate(rad: number): Affine {
  const [sine, cosine] = [Math.sin(rad), Math.cos(rad)];
  return [cosine, sine, -sine, cosine, 0, 0];
}

/** Composes maps; the last one is applied first. */
export const chain = (...maps: readonly Affine[]): Affine =>
  maps.reduce(
    ([a, b, c, d, e, f], [a2, b2, c2, d2, e2, f2]) => [
      a * a2 + c * b2,
      b * a2 + d * b2,
      a * c2 + c * d2,
      b * c2 + d * d2,
      a * e2 + c * f2 + e,
      b * e2 + d * f2 + f,
    ],
    IDENTITY,
  );

export const apply = ([a, b, c, d, e, f]: Affine, [x, y]: Point): Point => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** Ignores the translation. */
export const applyToVector = ([a, b, c, d]: Affine, [x, y]: Point): Point => [a * x + c * y, b * x + d * y];
