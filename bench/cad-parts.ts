import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeKernel, partMaker } from '#geometry/kernel/parts.test-data.ts';
import type { Truth } from './cad-truths.ts';
import { atScale } from './scale.ts';

/** Number of holes in the generated plate. */
const PLATE_HOLES = atScale(3, 60);

/** Known figures of a part, in mm. `pmiDiameters` lists the diameters of its drawing: 20H of a hole, 63B of a body. */
export interface Reference extends Pick<Truth, 'holes' | 'exportOf'> {
  volumeMm3?: number;
  areaMm2?: number;
  boxMm?: number[];
  pmiDiameters?: string;
  holeStacks?: number;
}

/** Measures the folder `CAD_PARTS`, or a temporary folder with generated parts. */
export async function withParts<T>(
  measure: (folder: string) => Promise<T>,
  write: (folder: string) => Promise<void> = writeGeneratedParts,
): Promise<T> {
  const folder = process.env['CAD_PARTS'];
  if (folder !== undefined) return measure(folder);
  const temporary = await mkdtemp(join(tmpdir(), 'quotemill-parts-'));
  try {
    await write(temporary);
    return await measure(temporary);
  } finally {
    await rm(temporary, { recursive: true });
  }
}

/** Known figures of the files of a folder, by name, from `reference.json` in the folder or its parent. */
export async function readReferences(folder: string): Promise<Record<string, Reference>> {
  for (const file of [join(folder, 'reference.json'), join(folder, '..', 'reference.json')]) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text) as Record<string, Reference>;
  }
  return {};
}

/** Paths of the models in a folder and its subfolders, sorted. */
export const modelsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => /\.(?:stp|step|brep|brp|igs|iges|stl|obj|3mf)$/i.test(name))
    .toSorted();

/** Parts whose measures are known analytically. */
async function writeGeneratedParts(folder: string): Promise<void> {
  const make = partMaker(await nodeKernel().occt());
  const holes = Array.from({ length: PLATE_HOLES }, (_, n) => make.cylinder(2, 10, [6 + 10 * n, 10, 0]));
  const length = 10 * PLATE_HOLES + 2;
  const plate = make.cut(make.box([length, 20, 10]), ...holes);
  const hole = Math.PI * 4;
  const shaft = make.fuse(make.cylinder(8, 40), make.cylinder(5, 20, [0, 0, 40]));
  const references: Record<string, Reference> = {
    'plate.step': {
      volumeMm3: length * 200 - PLATE_HOLES * hole * 10,
      areaMm2: 2 * (length * 20 + length * 10 + 200) + PLATE_HOLES * (4 * Math.PI * 10 - 2 * hole),
      boxMm: [length, 20, 10],
      pmiDiameters: '4H',
      holeStacks: PLATE_HOLES,
      holes: [{ count: PLATE_HOLES, kind: 'through', depthMm: 10, steps: [[4, 10]] }],
    },
    'shaft.brep': {
      volumeMm3: Math.PI * (64 * 40 + 25 * 20),
      areaMm2: 2 * Math.PI * (64 + 8 * 40 + 5 * 20),
      boxMm: [16, 16, 60],
      holeStacks: 0,
      holes: [],
    },
  };
  references['shaft.step'] = { exportOf: 'shaft.brep' };
  await writeFile(join(folder, 'plate.step'), make.step(plate));
  await writeFile(join(folder, 'shaft.brep'), make.brep(shaft));
  await writeFile(join(folder, 'shaft.step'), make.step(shaft));
  await writeFile(join(folder, 'reference.json'), JSON.stringify(references));
}
