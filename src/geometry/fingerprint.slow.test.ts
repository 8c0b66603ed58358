import { describe, expect, test } from 'vitest';
import { steppedPart, turnedPart } from '#tests/support/models/mesh-parts.ts';
import { alteredCopies, exportedAgain, plateWithBoss } from '#tests/support/models/altered-copies.ts';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import { hasEqualFigures, isEqualShape, meshFingerprint, compareShapes } from './fingerprint.ts';
import { meshMoments } from './mesh/mesh-moments.ts';
import type { TriangleMesh } from './mesh/triangle-mesh.ts';
import type { Fingerprint } from './model-reading.ts';

const mesh = ({ points, indices }: TriangleMesh): Fingerprint =>
  meshFingerprint(meshMoments(points, indices));
/** A mesh of plane faces is exact. */
const exact = (part: TriangleMesh): Fingerprint => ({ ...mesh(part), precision: 'exact' });

describe('fingerprint', () => {
  test('none of 80,000 pairs of different parts counts as the same', () => {
    const next = seededNumbers(1);
    const prints = Array.from({ length: 401 }, (_, i) => mesh(i % 2 ? steppedPart(next) : turnedPart(next)));
    let pairs = 0;
    const found: [number, number][] = [];
    for (const [i, a] of prints.entries()) {
      for (let j = 0; j < i; j++) {
        pairs++;
        if (compareShapes(a, prints[j]!) !== 'different') found.push([j, i]);
      }
    }
    expect(pairs).toBeGreaterThan(80_000);
    expect(found).toEqual([]);
  });
});

describe.each([
  ['a mesh', mesh, 300],
  ['a curved body', exact, 2],
] as const)('the exact fingerprint of %s', (_, printOf, leastAlike) => {
  const part = printOf(plateWithBoss());

  test('equals none of 1,000 altered copies, including close ones', () => {
    const prints = [...alteredCopies(1, 1_000)].map(printOf);
    expect(prints.filter((print) => hasEqualFigures(part, print))).toEqual([]);
    expect(prints.filter((print) => compareShapes(part, print) === 'same').length).toBeGreaterThan(
      leastAlike,
    );
  });

  test('equals that of the part re-exported, rotated and moved', () => {
    for (const copy of exportedAgain(2, 100)) expect(isEqualShape(part, printOf(copy))).toBe(true);
  });
});
