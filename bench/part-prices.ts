import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pieceSeconds } from '#domain/charges/machine-time.ts';
import { measurePart, type ModelCounts } from '#domain/charges/part-measures.ts';
import { shopLimits } from '#geometry/checks/shop-limits.ts';
import { nodeKernel, partMaker } from '#geometry/kernel/parts.test-data.ts';
import type { Db } from '#server/db/database.ts';
import { fillDemo } from '#server/demo/fill-demo.ts';
import { readCatalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { priceWithFacts } from '#server/modules/quotes/price-cart.service.ts';
import { loadSettings } from '#server/modules/settings/settings.service.ts';
import { selectionsFor } from '../tests/support/data/quotations.ts';
import { modelsIn, withParts } from './cad-parts.ts';
import { say, type Figure, type Part } from './figure.ts';
import type { PartReport } from './run-cad-part.ts';
import { runInChild } from './run-in-child.ts';
import { atScale } from './scale.ts';
import { withBackOffice } from './served-back-office.ts';

const UNTIL = '2026-11-20';
/** Rules and prices do not depend on the number of orders. */
const SIZE = { days: 90, orders: 60 };
const MATERIAL = 'AL6061-T6';
const CUBES = atScale(9, 20);
const EDGE_MM = 10;

/** Prices one piece of each part in the demo, for a customer without orders: generated cubes, or the files of the folder `CAD_PARTS`. */
export const partPrices: Part = {
  title: 'Prices of parts with models in the demo',
  measure: async () => {
    const models = await withParts(readFolder, writeCubes);
    return withBackOffice(async ({ connectionString, db }) => {
      await fillDemo(connectionString, UNTIL, SIZE);
      return figures(await priceFiles(db, models));
    });
  },
};

interface MeasuredFile {
  name: string;
  counts: ModelCounts;
}

/** The models with one closed body. */
async function readFolder(folder: string): Promise<MeasuredFile[]> {
  const found: MeasuredFile[] = [];
  for (const name of await modelsIn(folder)) {
    const output = await runInChild('run-cad-part.ts', [join(folder, name), 'cold']);
    const { counts } = (output === '' ? {} : JSON.parse(output)) as Partial<PartReport>;
    if (counts) found.push({ name, counts });
  }
  return found;
}

/** Writes cubes of one size with different holes, which a price by edges alone cannot distinguish. */
async function writeCubes(folder: string): Promise<void> {
  const make = partMaker(await nodeKernel().occt());
  for (let n = 0; n < CUBES; n += 1) {
    const holes = Array.from({ length: n }, (_, at) =>
      make.cylinder(0.5, 1 + n / 4, [1.5 + 1.75 * (at % 5), 1.5 + 1.75 * Math.floor(at / 5), 0]),
    );
    await writeFile(
      join(folder, `cube-${n}.step`),
      make.step(make.cut(make.box([EDGE_MM, EDGE_MM, EDGE_MM]), ...holes)),
    );
  }
}

interface PricedFile extends MeasuredFile {
  totalFen: number;
  /** Minutes of one piece with its set-ups; undefined for a mesh. */
  minutes: number | undefined;
}

async function priceFiles(db: Db, models: readonly MeasuredFile[]): Promise<PricedFile[]> {
  const catalogue = await readCatalogue(db);
  const { timeRatesFor } = shopLimits(await loadSettings(db));
  const material = [...catalogue.materials.values()].find(({ name }) => name === MATERIAL);
  if (!material) throw new Error(`the demo has no ${MATERIAL}`);
  const rates = timeRatesFor(material.materialTag);
  return models.map(({ name, counts }) => {
    const [length, width, height] = counts.boxMm;
    const size = { length, width, height };
    const item = { material: material.id, num: 1, ...size, ...selectionsFor(catalogue.tree, material.id) };
    const measured = { counts, rates, isChecked: true };
    const { total } = priceWithFacts(
      catalogue,
      { deptPath: [] },
      { parts: [item], unpriced: 'zero' },
      { isNewCustomer: true, lines: [{ hasDrawing: false, holds: [], isRepeat: false, measured }] },
      new Date(`${UNTIL}T04:00:00Z`),
    );
    const { time } = measurePart(size, measured);
    const minutes = time && (time.setup + pieceSeconds(time)) / 60;
    say(`  ${name}: ¥${(total.totalFen / 100).toFixed(2)}, ${minutes?.toFixed(1) ?? '–'} minutes`);
    return { name, counts, totalFen: total.totalFen, minutes };
  });
}

function figures(files: readonly PricedFile[]): Figure[] {
  const timed = files.filter(({ minutes }) => minutes !== undefined);
  const cubes = files.filter(({ counts }) => counts.boxMm.every((edge) => Math.abs(edge - EDGE_MM) < 0.01));
  return [
    {
      name: 'rank correlation of price and machine time',
      value: correlation(
        ranks(timed.map(({ totalFen }) => totalFen)),
        ranks(timed.map(({ minutes = NaN }) => minutes)),
      ),
      unit: '',
      target: { atLeast: 0.8 },
      note: `${timed.length} parts`,
      isFirm: true,
    },
    {
      name: `different prices of the parts of ${EDGE_MM} × ${EDGE_MM} × ${EDGE_MM} mm`,
      value: new Set(cubes.map(({ totalFen }) => totalFen)).size,
      unit: '',
      target: { atLeast: 8 },
      note: `of ${cubes.length}`,
      isFirm: true,
    },
  ];
}

/** Equal values share the mean of their ranks. */
const ranks = (values: readonly number[]): number[] =>
  values.map((value) => {
    const [below, equal] = [values.filter((one) => one < value), values.filter((one) => one === value)];
    return below.length + (equal.length - 1) / 2;
  });

function correlation(first: readonly number[], second: readonly number[]): number {
  const mean = (first.length - 1) / 2;
  const products = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, rank, index) => sum + (rank - mean) * ((b[index] ?? NaN) - mean), 0);
  return products(first, second) / Math.sqrt(products(first, first) * products(second, second));
}
