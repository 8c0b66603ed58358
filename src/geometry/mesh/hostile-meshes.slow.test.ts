import { expect, test } from 'vitest';
import {
  hostileModels,
  mutatedModels,
  validModels,
  type HostileModel,
} from '#tests/support/hostile/hostile-models.ts';
import { ReadingError, defaultReadingLimits } from '../model-reading.ts';
import { readMesh } from './read-mesh.ts';

const files = Number(process.env['HOSTILE_FILES'] ?? 120);
const seed = Number(process.env['HOSTILE_SEED'] ?? 1);

/** The failure, or the kinds of the bodies whose figures are all numbers; any other error is thrown. */
function outcome({ name, format, bytes }: HostileModel, limits = defaultReadingLimits): string {
  if (format !== 'stl' && format !== 'obj' && format !== '3mf') throw new Error(`${format} is no mesh.`);
  try {
    const { bodies } = readMesh(bytes, format, limits);
    for (const { measures, fingerprint, mesh } of bodies) {
      const { volumeMm3, areaMm2, boxMm, stockBoxMm, centreMm } = measures;
      const figures = [volumeMm3, areaMm2, ...boxMm, ...stockBoxMm, ...centreMm, ...fingerprint.momentsMm5];
      if (![...figures, fingerprint.handedness, ...mesh.positions].every(Number.isFinite)) {
        throw new Error(`A figure of ${name} is no number.`);
      }
      if (volumeMm3 < 0) throw new Error(`${name} has a negative volume.`);
    }
    return bodies.map(({ kind }) => kind).join();
  } catch (error) {
    if (error instanceof ReadingError) return error.failure;
    throw new Error(name, { cause: error });
  }
}

const isMesh = ({ format }: HostileModel) => ['stl', 'obj', '3mf'].includes(format);

test('each known hostile mesh is refused, or read with finite figures', () => {
  const limits = { ...defaultReadingLimits, maxInflatedBytes: 4_000_000 };
  const found = hostileModels(8_000_000)
    .filter(isMesh)
    .map((model) => `${model.name}: ${outcome(model, limits)}`);
  expect(found).toEqual([
    'STL whose count lies: damaged',
    'STL of NaN: not-finite',
    'STL of huge numbers: not-finite',
    'STL of one point: no-body',
    'OBJ with bad indices: damaged',
    'OBJ with a polygon of 60,000 corners: too-many-triangles',
    'OBJ of 1E400: not-finite',
    '3MF that inflates: inflates-too-much',
    '3MF with entities: forbidden-markup',
    '3MF with an external entity: forbidden-markup',
    '3MF whose components multiply: too-many-solids',
    '3MF whose components form a cycle: damaged',
    'an empty file: empty',
  ]);
});

test('mutated meshes are read or refused, without another error', () => {
  const bases = validModels().filter(isMesh);
  const outcomes = [...mutatedModels(seed, files, bases)].map((model) => outcome(model));
  const read = outcomes.filter((one) => /^(mesh|open)/.test(one)).length;
  expect(outcomes).toHaveLength(files);
  // Mutations that break everything, or nothing, would test one path only.
  expect(read).toBeGreaterThan(files / 20);
  expect(read).toBeLessThan(files * 0.9);
});
