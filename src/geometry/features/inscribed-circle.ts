export type Point = readonly [x: number, y: number];
export type Segment = readonly [from: Point, to: Point];

/** Relative accuracy of the radius, and an end to the search. */
const ACCURACY = 0.005;
const MAX_CELLS = 4000;

interface Cell {
  x: number;
  y: number;
  half: number;
  /** No circle whose centre is in the cell is larger. */
  bound: number;
}

/**
 * Radius of the largest circle whose centre is in one of the triangles and that crosses no segment. Divides the
 * most promising square into four until none can be better. `corners` has three points a triangle.
 */
export function widestCircle(corners: readonly Point[], segments: readonly Segment[]): number {
  if (corners.length < 3 || segments.length === 0) return 0;
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  let best = 0;
  const cells: Cell[] = [];
  const add = (x: number, y: number, half: number) => {
    const radius = Math.min(...segments.map((segment) => distanceTo(segment, x, y)));
    if (radius > best && isInside(corners, x, y)) best = radius;
    cells.push({ x, y, half, bound: radius + half * Math.SQRT2 });
  };
  const size = Math.max(right - left, high - low) / 2;
  add((left + right) / 2, (low + high) / 2, size);
  for (let n = 0; n < MAX_CELLS && cells.length > 0; n += 4) {
    let most = 0;
    for (const [i, { bound }] of cells.entries()) if (bound > (cells[most]?.bound ?? 0)) most = i;
    const [cell] = cells.splice(most, 1);
    if (!cell || cell.bound <= best * (1 + ACCURACY)) break;
    const half = cell.half / 2;
    for (const [dx, dy] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ] as const) {
      add(cell.x + dx * half, cell.y + dy * half, half);
    }
  }
  return best;
}

function distanceTo([[ax, ay], [bx, by]]: Segment, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const share = square > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square)) : 0;
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

function isInside(corners: readonly Point[], x: number, y: number): boolean {
  for (let i = 0; i + 2 < corners.length; i += 3) {
    const sides = [0, 1, 2].map((k) => {
      const [ax, ay] = corners[i + k] ?? [0, 0];
      const [bx, by] = corners[i + ((k + 1) % 3)] ?? [0, 0];
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    });
    if (sides.every((side) => side >= 0) || sides.every((side) => side <= 0)) return true;
  }
  return false;
}
