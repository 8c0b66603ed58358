import { beforeAll, expect, test } from 'vitest';
import { readModel } from '../read-model.ts';
import { igesBlock } from './iges-block.test-data.ts';
import type { Kernel } from './load.ts';
import { KERNEL_LOAD_MS, loadedKernel } from './parts.test-data.ts';
import { igesNotes } from './read-iges.ts';

let kernel: Kernel;
beforeAll(async () => {
  ({ kernel } = await loadedKernel());
}, KERNEL_LOAD_MS);

const block = igesBlock([3, 2, 1], 'MM');
const read = (text: string) => readModel(new TextEncoder().encode(text), 'a.igs', kernel);
/** The block with another flag and name of its unit, the global section broken anywhere. */
function withUnit(flag: string, name: string): string {
  const lines = block.split('\n');
  const global = lines
    .filter((line) => line[72] === 'G')
    .map((line) => line.slice(0, 72).trim())
    .join('')
    .replace(',2,2HMM,', `,${flag},${name},`);
  const parts = global.match(/.{1,72}/g) ?? [];
  const section = parts.map((part, i) => `${part.padEnd(72)}G${String(i + 1).padStart(7)}`);
  const [first = '', ...others] = lines.filter((line) => line[72] !== 'G');
  return [first, ...section, ...others]
    .join('\n')
    .replace(/G0*\d+(?=D)/, `G${String(parts.length).padStart(7, '0')}`);
}

test.each([
  ['1', '2HIN', 'in', 25.4],
  ['5', '2HMI', 'mi', 1_609_344],
  ['7', '2HKM', 'km', 1e6],
  ['3', '4HINCH', 'in', 25.4],
  ['3', '2HCM', 'cm', 10],
  // The kernel reads these as millimetres.
  ['3', '4Hinch', 'in', 25.4],
  ['3', '6HINCHES', 'in', 25.4],
  ['3', '10HMILLIMETER', 'mm', 1],
  ['3', '3HFOO', undefined, 1],
  ['', '', 'in', 25.4],
  ['', '2HMM', 'mm', 1],
])('the flag "%s" with the name "%s" is the unit %s', async (flag, name, unit, factor) => {
  const reading = await read(withUnit(flag, name));
  expect(reading.unit).toBe(unit);
  expect((reading.bodies[0]?.measures.boxMm[0] ?? 0) / 3 / factor).toBeCloseTo(1, 4);
});

test('a model with a scale other than 1 is reported', async () => {
  const { notes } = await read(block.replace(',1.,2,2HMM', ',.5,2,2HMM'));
  expect(notes).toEqual([{ code: 'other-scale', count: 1 }]);
});

test('line endings of any system are read', async () => {
  const inches = igesBlock([3, 2, 1], 'IN');
  for (const end of ['\r', '\r\n']) {
    const { unit, bodies } = await read(inches.replaceAll('\n', end));
    expect(unit).toBe('in');
    expect(bodies[0]?.measures.boxMm[0]).toBeCloseTo(76.2, 4);
  }
});

test('blanked bodies are counted and named; blanked parts of an entity are not counted', async () => {
  const blanked = (status: string) => block.replace(/00000000(?=D {6}1\n)/, status);
  const hidden = await read(blanked('01000000'));
  expect(hidden.notes).toEqual([{ code: 'hidden-bodies', count: 1 }]);
  expect(igesNotes(new TextEncoder().encode(blanked('01010000')), 6)).toEqual([]);
  expect((await read(block)).notes).toEqual([]);
  const named = blanked('01000000').replace(/^(.{56}) {8}(.{8}D {6}2)$/m, '$1   COVER$2');
  expect(igesNotes(new TextEncoder().encode(named), 6)).toEqual([
    { code: 'hidden-bodies', count: 1, names: ['COVER'] },
  ]);
});
