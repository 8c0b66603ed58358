export type Point = readonly [x: number, y: number];
export type Segment = readonly [from: Point, to: Point];

/** Relative accuracy of the radius, and the most cells to examine. */
const ACCURACY = 0.005;
const MAX_CELLS = 4000;
/** Distances that differ by less than this fraction are computed exactly before one of them counts as the smallest. */
const ROUNDING = 1e-12;

interface Cell {
  x: number;
  y: number;
  /** Half the side of the square. */
  half: number;
  /** No circle whose centre is in the cell is larger. */
  bound: number;
  /** Number of the cell: of cells with equal bounds, the oldest is divided first. */
  age: number;
  /** Indices of the segments that can be nearest to a point of the cell. */
  near: readonly number[];
}

/**
 * Radius of the largest circle whose centre is in one of the triangles and that crosses no segment. Divides the most promising
 * cell into four until none can give a larger circle or the limit is reached. `corners` has three points per triangle.
 */
export function inscribedRadius(corners: readonly Point[], segments: readonly Segment[]): number {
  if (corners.length < 3 || segments.length === 0) return 0;
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const writeSquares = createDistanceWriter(segments);
  const squares = new Float64Array(segments.length);
  let best = 0;
  let age = 0;
  const cells: Cell[] = [];
  const add = (x: number, y: number, half: number, among: readonly number[]) => {
    const closest = writeSquares(squares, among, x, y) * (1 + ROUNDING);
    let radius = Infinity;
    for (const [i, n] of among.entries())
      if ((squares[i] as number) <= closest)
        radius = Math.min(radius, distanceTo(segments[n] as Segment, x, y));
    if (radius > best && isInside(corners, x, y)) best = radius;
    const bound = radius + half * Math.SQRT2;
    // Dividing the cell would improve the result by no more than the accuracy.
    if (bound <= best * (1 + ACCURACY)) return;
    // The nearest segment of a point of the cell is at most this far from its centre.
    const reach = (radius + 2 * half * Math.SQRT2) * (1 + ROUNDING);
    const near = among.filter((_, i) => (squares[i] as number) <= reach * reach);
    push(cells, { x, y, half, bound, age: age++, near });
  };
  const size = Math.max(right - left, high - low) / 2;
  add((left + right) / 2, (low + high) / 2, size, [...segments.keys()]);
  for (let n = 0; n < MAX_CELLS; n += 4) {
    const cell = pop(cells);
    if (!cell || cell.bound <= best * (1 + ACCURACY)) break;
    const half = cell.half / 2;
    for (const [dx, dy] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ] as const) {
      add(cell.x + dx * half, cell.y + dy * half, half, cell.near);
    }
  }
  return best;
}

const isBefore = (a: Cell, b: Cell) => a.bound > b.bound || (a.bound === b.bound && a.age < b.age);

/** Adds to a binary heap. */
function push(heap: Cell[], cell: Cell): void {
  let at = heap.push(cell) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above] as Cell;
    if (isBefore(parent, cell)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = cell;
}

/** Removes the first of a binary heap. */
function pop(heap: Cell[]): Cell | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (!first || !last || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    const [leftChild, rightChild] = [heap[below], heap[below + 1]];
    if (!leftChild) break;
    const child = rightChild && isBefore(rightChild, leftChild) ? rightChild : leftChild;
    if (child === rightChild) below += 1;
    if (isBefore(last, child)) break;
    heap[at] = child;
    at = below;
  }
  heap[at] = last;
  return first;
}

/** Creates a function that writes the squared distances of a point from some of the segments, and returns the least. */
function createDistanceWriter(segments: readonly Segment[]) {
  const flat = new Float64Array(segments.flatMap(([[ax, ay], [bx, by]]) => [ax, ay, bx - ax, by - ay]));
  return (squares: Float64Array, among: readonly number[], x: number, y: number): number => {
    let least = Infinity;
    for (let i = 0; i < among.length; i++) {
      const at = 4 * (among[i] as number);
      const [dx, dy] = [flat[at + 2] as number, flat[at + 3] as number];
      const [px, py] = [x - (flat[at] as number), y - (flat[at + 1] as number)];
      const length = dx * dx + dy * dy;
      const fraction = length > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / length)) : 0;
      const [ex, ey] = [px - fraction * dx, py - fraction * dy];
      const square = ex * ex + ey * ey;
      squares[i] = square;
      if (square < least) least = square;
    }
    return least;
  };
}

function distanceTo([[ax, ay], [bx, by]]: Segment, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const fraction = square > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square)) : 0;
  return Math.hypot(x - ax - fraction * dx, y - ay - fraction * dy);
}

function isInside(corners: readonly Point[], x: number, y: number): boolean {
  for (let i = 0; i + 2 < corners.length; i += 3) {
    let [isLeft, isRight] = [true, true];
    for (let k = 0; k < 3; k++) {
      const [ax, ay] = corners[i + k] as Point;
      const [bx, by] = corners[i + ((k + 1) % 3)] as Point;
      const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
      isLeft &&= side >= 0;
      isRight &&= side <= 0;
    }
    if (isLeft || isRight) return true;
  }
  return false;
}
