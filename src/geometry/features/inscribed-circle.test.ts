import fc from 'fast-check';
import { expect, test } from 'vitest';
import { widestCircle, type Point, type Segment } from './inscribed-circle.ts';

const STEPS = 40;

/** The clearance of the point of a grid that is farthest from all walls of a polygon around the origin. */
function widestOnGrid(outline: readonly Point[], walls: readonly Segment[], step: number): number {
  let best = 0;
  for (let n = 0; n < (2 * STEPS + 1) ** 2; n++) {
    const [x, y] = [((n % (2 * STEPS + 1)) - STEPS) * step, (Math.floor(n / (2 * STEPS + 1)) - STEPS) * step];
    const isIn = outline.every(([ax, ay], i) => {
      const [bx, by] = outline[(i + 1) % outline.length]!;
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
    });
    if (!isIn) continue;
    const clearances = walls.map(([[ax, ay], [bx, by]]) => {
      const [dx, dy] = [bx - ax, by - ay];
      const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
      return Math.hypot(x - ax - share * dx, y - ay - share * dy);
    });
    best = Math.max(best, Math.min(...clearances));
  }
  return best;
}

test('the widest circle of a floor is that of a fine grid, also where sides are open', () => {
  const sides = fc.array(fc.boolean(), { minLength: 4, maxLength: 30 });
  const radius = fc.double({ min: 5, max: 60, noNaN: true });
  fc.assert(
    fc.property(sides, radius, radius, (open, across, along) => {
      const outline = open.map((_, i): Point => {
        const angle = (2 * Math.PI * i) / open.length;
        return [across * Math.cos(angle), along * Math.sin(angle)];
      });
      const next = (i: number) => outline[(i + 1) % outline.length]!;
      const walls = outline.flatMap((from, i): Segment[] => (open[i] && i > 0 ? [] : [[from, next(i)]]));
      const found = widestCircle(
        outline.flatMap((from, i): Point[] => [[0, 0], from, next(i)]),
        walls,
      );
      const step = Math.max(across, along) / STEPS;
      const onGrid = widestOnGrid(outline, walls, step);
      expect(onGrid).toBeLessThanOrEqual(found * 1.005 + 1e-9);
      expect(found).toBeLessThanOrEqual(onGrid + 3 * step);
    }),
    { numRuns: 30 },
  );
});
