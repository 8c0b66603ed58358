import { beforeAll, describe, expect, test } from 'vitest';
import { isIncomplete } from '../notes.ts';
import { readModel } from '../read-model.ts';
import { ReadingError } from '../model-reading.ts';
import { KERNEL_LOAD_MS, nodeKernel, partMaker, type PartMaker } from './parts.test-data.ts';

/** A kernel grows with each file; it is replaced after this number of files. */
const FILES_OF_A_KERNEL = 300;
const MAX_MS = 900_000;

let kernel = nodeKernel();
let files: Record<string, string>;
beforeAll(async () => {
  const oc = await kernel.occt();
  const make = partMaker(oc);
  const step = (shape: ReturnType<PartMaker['box']>) => new TextDecoder().decode(make.step(shape));
  const pin = make.cylinder(5, 20);
  const hollow = make.cut(make.box([40, 40, 40]), make.box([10, 10, 10], [10, 10, 10]));
  files = {
    plate: step(make.cut(make.box([60, 40, 8]), make.cylinder(5, 8, [20, 20, 0]))),
    hollow: step(hollow),
  };
  oc.Interface_Static.SetIVal('write.step.assembly', 1);
  files['assembly'] = step(make.together(make.box([10, 20, 30]), pin, make.moved(pin, [50, 0, 0])));
  oc.Interface_Static.SetIVal('write.step.assembly', 0);
}, KERNEL_LOAD_MS);

/** The figures used for pricing; undefined for a file that needs manual review or is unreadable. */
async function priced(text: string): Promise<string | undefined> {
  try {
    const { bodies, whole, notes } = await readModel(new TextEncoder().encode(text), 'a.step', kernel);
    if (isIncomplete(notes) || bodies.some(({ kind }) => kind === 'open')) return undefined;
    const volumes = bodies.flatMap(({ count, measures }) => Array<number>(count).fill(measures.volumeMm3));
    const figures = [...volumes.toSorted((a, b) => a - b), ...(whole?.boxMm ?? [])];
    return figures.map((figure) => figure.toPrecision(4)).join(' ');
  } catch (error) {
    if (error instanceof ReadingError) return undefined;
    throw error;
  }
}

describe.each(['plate', 'hollow', 'assembly'])('%s', (name) => {
  test('never gets wrong figures when any entity is missing', { timeout: MAX_MS }, async () => {
    const text = files[name] ?? '';
    const right = await priced(text);
    expect(right).toBeDefined();
    const entities = [...text.matchAll(/#\d+\s*=(?:'[^']*'|[^';])*;/g)];
    expect(entities.length).toBeGreaterThan(300);
    const wrong: string[] = [];
    for (const [index, { 0: entity, index: from }] of entities.entries()) {
      if (index % FILES_OF_A_KERNEL === 0) kernel = nodeKernel();
      const found = await priced(text.slice(0, from) + text.slice(from + entity.length));
      if (found !== undefined && found !== right) wrong.push(`${entity}: ${found}`);
    }
    expect(wrong).toEqual([]);
  });
});
