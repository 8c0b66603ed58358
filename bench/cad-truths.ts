import type { Hole, ReadingFailure } from '#geometry/model-reading.ts';

/** Equal holes of a part, in mm: depths without the drill tip, steps from the open end as diameter and depth. */
export interface TrueHoles {
  count: number;
  kind: Hole['kind'];
  depthMm: number;
  steps: readonly (readonly [diameterMm: number, depthMm: number])[];
}

/** Facts that a person read from the text of a file, independent of the kernel. */
export interface Truth {
  holes?: readonly TrueHoles[];
  /** Along the axes of the file. */
  boxMm?: readonly number[];
  /** The outermost faces are planes. */
  isPrismatic?: boolean;
  /** Why the file must be refused, and how the sentence for the customer begins. */
  refusal?: { failure: ReadingFailure; words: string };
  /** The file with another export of the same part. */
  exportOf?: string;
  /** The file of the same design, drawn again with slight differences. */
  sameDesignAs?: string;
}

const through = (count: number, ...steps: TrueHoles['steps']): TrueHoles => ({
  count,
  kind: 'through',
  depthMm: steps.reduce((sum, [, depth]) => sum + depth, 0),
  steps,
});
const blind = (count: number, ...steps: TrueHoles['steps']): TrueHoles => ({
  ...through(count, ...steps),
  kind: 'blind',
});

/**
 * Parts of NIST and ODRI. Holes: complete concave cylinders in the STEP text, with the planes and cones at their ends; a bore closed by
 * a plane or cone is blind. Boxes: the corners in the text, and the drawn diameters of round outlines.
 */
export const truths: Readonly<Record<string, Truth>> = {
  'nist_ctc_01_asme1_ap242-e1.stp': {
    holes: [through(4, [25, 50]), through(4, [35, 100]), blind(2, [20, 45])],
    boxMm: [800, 450, 150],
    isPrismatic: true,
  },
  'nist_ctc_03_asme1_ap242-e2.stp': {
    holes: [
      through(4, [4.7625, 1.9075]),
      through(4, [11.1252, 1.9075]),
      through(4, [15.875, 1.9075]),
      through(1, [27.051, 1.9075]),
      through(1, [38.1, 1.9075]),
      through(1, [50.8, 1.9075]),
    ],
    boxMm: [302.9598, 485.4448, 162.6897],
    isPrismatic: true,
  },
  'nist_ctc_05_asme1_ap242-e1.stp': {
    holes: [
      blind(4, [7.9375, 30.48]),
      blind(6, [10.7163, 30.48]),
      through(10, [38.1, 12.7], [19.05, 12.7]),
      // A cone opens it to 101.6 mm.
      { ...blind(1, [254, 92.075]), depthMm: 101.6 },
    ],
    boxMm: [527.05, 558.8, 482.6],
  },
  'nist_ftc_06_asme1_ap242-e2.stp': {
    holes: [
      blind(2, [6.35, 12.7]),
      through(4, [15.875, 12.7], [10.541, 19.05]),
      through(2, [20.6375, 14.2875], [14.2875, 17.4625]),
      through(4, [10.16, 7.874], [7.1374, 30.226]),
    ],
    boxMm: [304.8, 97.79, 247.65],
    isPrismatic: true,
  },
  'nist_ftc_08_asme1_ap242-e1-tg.stp': {
    refusal: { failure: 'tessellated-only', words: '文件里只有三角面片，没有精确曲面。请重新导出' },
  },
  'nist_ftc_11_asme1_ap242-e2.stp': {
    // A bead of 1.5 mm surrounds its mouth.
    holes: [{ ...through(1, [32, 1.5]), depthMm: 3 }],
    boxMm: [63, 63, 3],
  },
  'nist_stc_06_asme1_ap242-e3.stp': {
    holes: [
      blind(2, [6.35, 12.7]),
      through(4, [15.875, 12.7], [10.541, 19.05]),
      through(2, [20.6375, 14.2875], [14.2875, 17.4625]),
      through(4, [10.16, 7.9375], [7.1374, 30.1625]),
    ],
    boxMm: [247.65, 304.8, 97.79],
    isPrismatic: true,
    // Four counterbores differ by 0.06 mm.
    sameDesignAs: 'nist_ftc_06_asme1_ap242-e2.stp',
  },
  'odri_motor_shaft.STEP': { holes: [], boxMm: [3.99, 3.99, 33.4] },
  'odri_pulley_t10_center.STEP': { holes: [blind(1, [1.2, 1.5])], boxMm: [9.14, 19, 8.8193] },
};

/** The box of a STEP text in mm from its corners; undefined unless all its faces are planes. */
export function boxOfCorners(text: string): number[] | undefined {
  if (/_SURFACE\b|'INCH'/.test(text) || !text.includes('MANIFOLD_SOLID_BREP')) return undefined;
  const points = new Map(
    Array.from(text.matchAll(/#(\d+)\s*=\s*CARTESIAN_POINT\s*\([^(]*\(([^)]*)\)/g), ([, id, numbers]) => [
      id,
      numbers?.split(',').map(Number) ?? [],
    ]),
  );
  const corners = Array.from(
    text.matchAll(/VERTEX_POINT\s*\([^#]*#(\d+)/g),
    ([, id]) => points.get(id) ?? [],
  );
  return [0, 1, 2].map((axis) => {
    const values = corners.map((corner) => corner[axis] ?? NaN);
    return Math.max(...values) - Math.min(...values);
  });
}

/** Tolerance of equal figures, in mm. */
const TOLERANCE_MM = 0.01;

/** Whether the found holes are the true ones: their number, and kind, depth, diameters and steps of each. */
export function areTrueHoles(
  found: readonly Pick<Hole, 'kind' | 'depthMm' | 'steps'>[],
  holes: readonly TrueHoles[],
): boolean {
  const matches = (hole: (typeof found)[number], { kind, depthMm, steps }: TrueHoles) =>
    hole.kind === kind &&
    Math.abs(hole.depthMm - depthMm) <= TOLERANCE_MM &&
    hole.steps.length === steps.length &&
    hole.steps.every((step, n) => {
      const [diameterMm = NaN, stepMm = NaN] = steps[n] ?? [];
      return (
        Math.abs(step.diameterMm - diameterMm) <= TOLERANCE_MM &&
        Math.abs(step.depthMm - stepMm) <= TOLERANCE_MM
      );
    });
  return (
    found.length === holes.reduce((sum, { count }) => sum + count, 0) &&
    holes.every((truth) => found.filter((hole) => matches(hole, truth)).length === truth.count)
  );
}
