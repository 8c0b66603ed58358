import type { TriangleMesh } from '#geometry/mesh/triangle-mesh.ts';

type Numbers = (n: number) => number;
type Triple = readonly [number, number, number];
/** Rows of a 3 × 3 matrix. */
export type Matrix = readonly [Triple, Triple, Triple];

export const identity: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/** Turns a part into its mirror image. */
export const mirror: Matrix = [
  [-1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A mesh from corners and polygons, each given by the numbers of its corners, counter-clockwise from outside. */
function fromPolygons(corners: readonly Triple[], polygons: readonly (readonly number[])[]): TriangleMesh {
  const indices = polygons.flatMap(([first = 0, ...rest]) =>
    rest.slice(1).flatMap((corner, i) => [first, rest[i] ?? 0, corner]),
  );
  return { points: Float64Array.from(corners.flat()), indices: Uint32Array.from(indices) };
}

export function boxMesh(size: Triple, [x, y, z]: Triple = [0, 0, 0]): TriangleMesh {
  const corners = Array.from({ length: 8 }, (_, n): Triple => [
    x + (n & 1) * size[0],
    y + ((n >> 1) & 1) * size[1],
    z + ((n >> 2) & 1) * size[2],
  ]);
  return fromPolygons(corners, [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ]);
}

/** Points of a profile, written `radius,height radius,height …`. */
export const profileOf = (points: string): (readonly [number, number])[] =>
  points.split(' ').map((point) => {
    const [radius = NaN, height = NaN] = point.split(',').map(Number);
    return [radius, height];
  });

/** A body of revolution about z: the profile gives radius and z from the lower to the upper end, radius above 0. */
export function latheMesh(profile: readonly (readonly [number, number])[], segments: number): TriangleMesh {
  const corners: Triple[] = profile.flatMap(([radius, z]) =>
    Array.from({ length: segments }, (_, i): Triple => {
      const angle = (2 * Math.PI * i) / segments;
      return [radius * Math.cos(angle), radius * Math.sin(angle), z];
    }),
  );
  const ring = (level: number) => Array.from({ length: segments }, (_, i) => level * segments + i);
  const walls = profile.slice(1).flatMap((_, level) =>
    ring(level).map((corner, i) => {
      const next = level * segments + ((i + 1) % segments);
      return [corner, next, next + segments, corner + segments];
    }),
  );
  return fromPolygons(corners, [ring(0).toReversed(), ...walls, ring(profile.length - 1)]);
}

/** A block of columns of different heights over an irregular grid, with its exact volume. All faces are rectangles. */
export function steppedPart(next: Numbers): TriangleMesh & { volume: number } {
  const cuts = (count: number) => {
    const widths = Array.from({ length: count }, () => 2 + next(2000) / 100);
    return widths.reduce((list, width) => [...list, (list.at(-1) ?? 0) + width], [0]);
  };
  const axes = [cuts(1 + next(4)), cuts(1 + next(4)), cuts(2 + next(2))] as const;
  const [nx, ny, nz] = axes.map((axis) => axis.length - 1) as unknown as Triple;
  const heights = Array.from({ length: nx * ny }, () => 1 + next(nz));
  const isFull = (i: number, j: number, k: number) =>
    i >= 0 && i < nx && j >= 0 && j < ny && k >= 0 && k < (heights[i * ny + j] ?? 0);
  const numbers = new Map<string, number>();
  const corners: Triple[] = [];
  const corner = (cell: Triple) => {
    const key = cell.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, corners.length);
    return corners.push(cell.map((n, axis) => axes[axis]?.[n] ?? 0) as unknown as Triple) - 1;
  };
  const polygons: number[][] = [];
  let volume = 0;
  for (let i = 0; i < nx; i++)
    for (let j = 0; j < ny; j++)
      for (let k = 0; k < nz; k++) {
        if (!isFull(i, j, k)) continue;
        const at: Triple = [i, j, k];
        const width = (axis: 0 | 1 | 2) => axes[axis][at[axis] + 1]! - axes[axis][at[axis]]!;
        volume += width(0) * width(1) * width(2);
        for (const axis of [0, 1, 2] as const) {
          for (const side of [0, 1] as const) {
            const beyond = at.map((n, a) => (a === axis ? n + 2 * side - 1 : n)) as unknown as Triple;
            if (isFull(...beyond)) continue;
            const square = [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 1],
            ].map(([u, v]) => {
              const step: [number, number, number] = [0, 0, 0];
              step[axis] = side;
              step[(axis + 1) % 3] = u!;
              step[(axis + 2) % 3] = v!;
              return corner(at.map((n, a) => n + step[a]!) as unknown as Triple);
            });
            polygons.push(side ? square : square.toReversed());
          }
        }
      }
  return { ...fromPolygons(corners, polygons), volume };
}

/** A body of revolution with random steps and cones. */
export function turnedPart(next: Numbers, segments = 48): TriangleMesh {
  let z = 0;
  const profile = Array.from({ length: 3 + next(5) }, () => {
    const point = [2 + next(3000) / 100, z] as const;
    z += 1 + next(2000) / 100;
    return point;
  });
  return latheMesh(profile, segments);
}

/** Points after the matrix and a shift; the triangles of a mirrored mesh stay oriented outwards. */
export function moved<Mesh extends TriangleMesh>(
  mesh: Mesh,
  matrix: Matrix,
  shift: Triple = [0, 0, 0],
): Mesh {
  const points = new Float64Array(mesh.points.length);
  for (let i = 0; i < points.length; i += 3) {
    for (const [axis, [a, b, c]] of matrix.entries()) {
      points[i + axis] =
        a * mesh.points[i]! + b * mesh.points[i + 1]! + c * mesh.points[i + 2]! + (shift[axis] ?? 0);
    }
  }
  const indices = isMirror(matrix) ? mesh.indices.toReversed() : mesh.indices;
  return { ...mesh, points, indices };
}

function isMirror([[a, b, c], [d, e, f], [g, h, i]]: Matrix): boolean {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0;
}

/** A uniformly random rotation, from a random quaternion. */
export function randomRotation(next: Numbers): Matrix {
  const gauss = () => {
    const radius = Math.sqrt(-2 * Math.log((next(1_000_000) + 1) / 1_000_001));
    return radius * Math.cos((2 * Math.PI * next(1_000_000)) / 1_000_000);
  };
  const raw = [gauss(), gauss(), gauss(), gauss()];
  const length = Math.hypot(...raw) || 1;
  const [w, x, y, z] = raw.map((value) => value / length) as [number, number, number, number];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}

export const scaled = (factor: number): Matrix => [
  [factor, 0, 0],
  [0, factor, 0],
  [0, 0, factor],
];

/** Several meshes as one. */
export function together(...meshes: readonly TriangleMesh[]): TriangleMesh {
  let vertices = 0;
  const indices = meshes.flatMap((mesh) => {
    const start = vertices;
    vertices += mesh.points.length / 3;
    return Array.from(mesh.indices, (index) => index + start);
  });
  return {
    points: Float64Array.from(meshes.flatMap((mesh) => [...mesh.points])),
    indices: Uint32Array.from(indices),
  };
}

/** The mesh turned inside out. */
export const insideOut = <Mesh extends TriangleMesh>(mesh: Mesh): Mesh => ({
  ...mesh,
  indices: mesh.indices.toReversed(),
});
