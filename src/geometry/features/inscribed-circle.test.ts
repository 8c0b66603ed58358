import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inscribedRadius, type Point, type Segment } from './inscribed-circle.ts';

/** The same search without a heap and with all segments for each square. The triangles are convex, around the origin. */
function plainSearch(outline: readonly Point[], walls: readonly Segment[]): number {
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const middle = (all: readonly number[]) => (Math.min(...all) + Math.max(...all)) / 2;
  const cells: { x: number; y: number; half: number; bound: number }[] = [];
  let best = 0;
  const add = (x: number, y: number, half: number) => {
    const radius = Math.min(...walls.map((wall) => distance(wall, x, y)));
    const isInside = outline.every(([ax, ay], i) => {
      const [bx, by] = outline[(i + 1) % outline.length]!;
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
    });
    if (isInside) best = Math.max(best, radius);
    cells.push({ x, y, half, bound: radius + half * Math.SQRT2 });
  };
  const sizes = [xs, ys].map((all) => (Math.max(...all) - Math.min(...all)) / 2);
  add(middle(xs), middle(ys), Math.max(...sizes));
  for (let n = 0; n < 4000; n += 4) {
    const most = Math.max(...cells.map(({ bound }) => bound));
    const at = cells.findIndex(({ bound }) => bound === most);
    const [{ x, y, half } = { x: 0, y: 0, half: 0 }] = cells.splice(at, 1);
    if (most <= best * 1.005) break;
    const quarter = half / 2;
    for (const dy of [-quarter, quarter]) for (const dx of [-quarter, quarter]) add(x + dx, y + dy, quarter);
  }
  return best;
}

function distance([[ax, ay], [bx, by]]: Segment, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

test('the widest circle equals that of the plain search, also with open sides', () => {
  const sides = fc.array(fc.boolean(), { minLength: 4, maxLength: 12 });
  const radius = fc.double({ min: 5, max: 60, noNaN: true });
  fc.assert(
    fc.property(sides, radius, radius, (open, across, along) => {
      const outline = open.map((_, i): Point => {
        const angle = (2 * Math.PI * (i + 0.3)) / open.length;
        return [across * Math.cos(angle), along * Math.sin(angle)];
      });
      const next = (i: number) => outline[(i + 1) % outline.length]!;
      const walls = outline.flatMap((from, i): Segment[] => (open[i] && i > 0 ? [] : [[from, next(i)]]));
      const corners = outline.flatMap((from, i): Point[] => [[0, 0], from, next(i)]);
      expect(inscribedRadius(corners, walls)).toBeCloseTo(plainSearch(outline, walls), 9);
    }),
    { numRuns: 8 },
  );
});
