import { basename, join } from 'node:path';
import { modelsIn, readReferences, withParts, type Reference } from './cad-parts.ts';
import { median, say, sum, type Figure, type Part } from './figure.ts';
import type { PartReport } from './run-cad-part.ts';
import { runInChild, TIMEOUT_MS } from './run-in-child.ts';

/** Reads each model in three fresh processes, one of them profiled: generated parts, or the files of the folder `CAD_PARTS`. */
export const cad: Part = {
  title: 'Models',
  measure: () => withParts(measureFolder),
};

async function measureFolder(folder: string): Promise<Figure[]> {
  const references = await readReferences(folder);
  const measured: Measured[] = [];
  for (const name of await modelsIn(folder)) {
    const cold = await readInChild(join(folder, name), 'cold');
    const report = await readInChild(join(folder, name), 'prepared');
    const { stages = {} } = await readInChild(join(folder, name), 'profiled');
    const reference = references[basename(name)] ?? {};
    measured.push({ name, report, cold, reference });
    say(describe({ name, report, cold, reference }));
    say(`    ${stagesText(stages)}`);
  }
  return [...figures(measured), ...accuracy(measured)];
}

interface Measured {
  name: string;
  /** With a kernel warmed up by the sample, as on the page. */
  report: PartReport;
  /** With a cold kernel, as in a server process. */
  cold: PartReport;
  reference: Reference;
}

/** The stages of a reading, longest first. */
const stagesText = (stages: Readonly<Record<string, number>>): string =>
  Object.entries(stages)
    .toSorted(([, a], [, b]) => b - a)
    .map(([stage, milliseconds]) => `${stage} ${milliseconds.toFixed(0)} ms`)
    .join(', ');

async function readInChild(file: string, kernel: 'cold' | 'prepared' | 'profiled'): Promise<PartReport> {
  const output = await runInChild('run-cad-part.ts', [file, kernel]);
  if (output === '') return { seconds: TIMEOUT_MS / 1000, megabytes: NaN, failure: 'no result' };
  return JSON.parse(output) as PartReport;
}

const relative = (value: number, expected: number): number => Math.abs(value / expected - 1);

function errorsOf({ report, reference }: Pick<Measured, 'report' | 'reference'>) {
  const { volumeMm3, areaMm2, boxMm } = reference;
  const deviation = (edges: readonly number[] | undefined) =>
    edges && report.boxMm && Math.max(...report.boxMm.map((edge, i) => Math.abs(edge - (edges[i] ?? NaN))));
  return {
    volume:
      volumeMm3 === undefined || report.volumeMm3 === undefined
        ? undefined
        : relative(report.volumeMm3, volumeMm3),
    area:
      areaMm2 === undefined || report.areaMm2 === undefined ? undefined : relative(report.areaMm2, areaMm2),
    boxMm: deviation(boxMm),
    extentMm: deviation(report.extentMm),
    diameters: diametersOf({ report, reference }),
  };
}

/** Counts the listed hole diameters that were found, rounded as on the drawing. */
function diametersOf({ report, reference }: Pick<Measured, 'report' | 'reference'>) {
  const listed = (reference.pmiDiameters ?? '')
    .split(' ')
    .filter((one) => one.endsWith('H'))
    .map(Number.parseFloat);
  const found = listed.filter((one) =>
    report.diametersMm?.some((diameter) => Math.abs(diameter - one) < 0.006),
  );
  return { listed: listed.length, found: found.length };
}

function describe(part: Measured): string {
  const { name, report, cold, reference } = part;
  const errors = errorsOf(part);
  const show = (value: number | undefined) => (value === undefined ? '-' : value.toExponential(1));
  const facts =
    report.failure ??
    [
      `${report.bodies} bodies, ${report.triangles} triangles, box ${report.boxMm?.map((edge) => edge.toFixed(3)).join(' × ') ?? '-'}`,
      `volume ${show(errors.volume)}, area ${show(errors.area)}, box off ${errors.boxMm?.toFixed(4) ?? '-'} mm, its triangles ${errors.extentMm?.toFixed(4) ?? '-'} mm`,
      `diameters ${errors.diameters.found}/${errors.diameters.listed}, holes ${report.holes}/${reference.holeStacks ?? '-'}`,
      `${report.pockets} pockets, ${report.setups} set-ups, ${report.isTurned ? 'turned' : 'milled'}`,
    ].join('; ');
  return `  ${name}: ${report.seconds.toFixed(2)} s, cold ${cold.seconds.toFixed(2)} s, ${cold.megabytes.toFixed(0)} MB; ${facts}`;
}

function figures(measured: readonly Measured[]): Figure[] {
  const read = measured.filter(({ report }) => report.failure === undefined);
  const step = read.filter(({ name }) => /\.(?:stp|step)$/i.test(name));
  const secondsOf = (which: 'report' | 'cold') =>
    step.map((part) => part[which].seconds).toSorted((a, b) => a - b);
  const seconds = secondsOf('report');
  return [
    { name: 'files read', value: read.length, unit: '', note: `of ${measured.length}` },
    {
      name: 'time from the bytes of a STEP file to measures, kernel prepared as on the page, median',
      value: median(seconds),
      unit: 's',
      target: { atMost: 0.6 },
    },
    {
      name: 'the same, 90th percentile',
      value: seconds[Math.ceil(0.9 * seconds.length) - 1] ?? NaN,
      unit: 's',
      target: { atMost: 3.5 },
    },
    { name: 'the same, slowest', value: seconds.at(-1) ?? NaN, unit: 's', target: { atMost: 8 } },
    {
      name: 'with a cold kernel, as in a process of the server, median',
      value: median(secondsOf('cold')),
      unit: 's',
    },
    { name: 'the same, slowest', value: secondsOf('cold').at(-1) ?? NaN, unit: 's' },
    {
      name: 'peak memory of a process',
      value: Math.max(0, ...read.map(({ cold }) => cold.megabytes)),
      unit: 'MB',
      target: { atMost: 900 },
    },
  ];
}

function accuracy(measured: readonly Measured[]): Figure[] {
  const errors = measured.map(errorsOf);
  const worst = (values: readonly (number | undefined)[]) =>
    Math.max(0, ...values.flatMap((one) => one ?? []));
  const counted = measured.filter(({ reference }) => reference.holeStacks !== undefined);
  const listed = sum(errors.map(({ diameters }) => diameters.listed));
  const boxes = errors.filter(({ extentMm }) => extentMm !== undefined);
  const compared = errors.filter(({ volume }) => volume !== undefined).length;
  const figures: Figure[] = [
    {
      name: 'largest error of a volume, in millionths',
      value: 1e6 * worst(errors.map(({ volume }) => volume)),
      unit: '',
      target: { atMost: 5 },
      note: `${compared} parts`,
    },
    {
      name: 'largest error of an area, in millionths',
      value: 1e6 * worst(errors.map(({ area }) => area)),
      unit: '',
      target: { atMost: 5 },
    },
    // Some references have a box around the control points of faces, larger than the part.
    {
      name: 'boxes within 0.1 mm of the reference or of their own triangles',
      value: boxes.filter(({ boxMm, extentMm }) => Math.min(boxMm ?? Infinity, extentMm ?? Infinity) <= 0.1)
        .length,
      unit: '',
      target: { atLeast: boxes.length },
      note: `${boxes.filter(({ boxMm }) => boxMm !== undefined && boxMm <= 0.1).length} of the reference`,
    },
    {
      name: 'diameters of holes that drawings list',
      value: sum(errors.map(({ diameters }) => diameters.found)),
      unit: '',
      target: { atLeast: listed },
      note: 'found',
    },
    {
      name: 'parts with as many holes as counted',
      value: counted.filter(({ report, reference }) => report.holes === reference.holeStacks).length,
      unit: '',
      target: { atLeast: counted.length },
    },
  ];
  return figures.map((figure) => ({ ...figure, isFirm: true }));
}
