import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeKernel, partMaker } from '#geometry/kernel/parts.test-data.ts';
import { median, say, type Figure, type Part } from './figure.ts';
import type { PartReport } from './run-cad-part.ts';
import { atScale } from './scale.ts';

const TIMEOUT_MS = 120_000;
/** Holes for which a plate of the own parts is measured. */
const PLATE_HOLES = atScale(3, 60);

/** What is known about a part; lengths in mm. `pmiDiameters` lists the drawing's: 20H of a hole, 63B of a body. */
interface Reference {
  volumeMm3?: number;
  areaMm2?: number;
  boxMm?: number[];
  pmiDiameters?: string;
  holeStacks?: number;
  /** The name of a failure where the file must be refused. */
  failure?: string;
}

/** Models read in a fresh process each: the own parts, or with `CAD_PARTS` the files of that folder and its `reference.json`. */
export const cad: Part = {
  title: 'Models',
  measure: async () => {
    const folder = process.env['CAD_PARTS'];
    if (folder !== undefined) return measureFolder(folder);
    const own = await mkdtemp(join(tmpdir(), 'quotemill-parts-'));
    try {
      await writeOwnParts(own);
      return await measureFolder(own);
    } finally {
      await rm(own, { recursive: true });
    }
  },
};

async function measureFolder(folder: string): Promise<Figure[]> {
  const references = await readReferences(folder);
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    /\.(?:stp|step|brep|brp|igs|iges|stl|obj|3mf)$/i.test(name),
  );
  const measured: Measured[] = [];
  for (const name of names.toSorted()) {
    const report = await readInChild(join(folder, name));
    const reference = references[basename(name)] ?? {};
    measured.push({ name, report, reference });
    say(describe({ name, report, reference }));
  }
  return figures(measured);
}

interface Measured {
  name: string;
  report: PartReport;
  reference: Reference;
}

async function readReferences(folder: string): Promise<Record<string, Reference>> {
  for (const file of [join(folder, 'reference.json'), join(folder, '..', 'reference.json')]) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text) as Record<string, Reference>;
  }
  return {};
}

/** Reads one file in a process of its own, as the server does. */
async function readInChild(file: string): Promise<PartReport> {
  const script = fileURLToPath(new URL('run-cad-part.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8')) output += String(text);
  if (output === '')
    return { seconds: TIMEOUT_MS / 1000, cpuSeconds: NaN, megabytes: NaN, failure: 'no answer' };
  return JSON.parse(output) as PartReport;
}

const relative = (value: number, expected: number): number => Math.abs(value / expected - 1);

function errorsOf({ report, reference }: Measured) {
  const { volumeMm3, areaMm2, boxMm } = reference;
  const off = (edges: readonly number[] | undefined) =>
    edges && report.boxMm && Math.max(...report.boxMm.map((edge, i) => Math.abs(edge - (edges[i] ?? NaN))));
  return {
    volume:
      volumeMm3 === undefined || report.volumeMm3 === undefined
        ? undefined
        : relative(report.volumeMm3, volumeMm3),
    area:
      areaMm2 === undefined || report.areaMm2 === undefined ? undefined : relative(report.areaMm2, areaMm2),
    boxMm: off(boxMm),
    extentMm: off(report.extentMm),
    diameters: diametersOf({ report, reference }),
  };
}

/** How many of the listed diameters of holes were found, rounded as on the drawing. */
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
  const { name, report, reference } = part;
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
  return `  ${name}: ${report.seconds.toFixed(2)} s, processor ${report.cpuSeconds.toFixed(2)} s, ${report.megabytes.toFixed(0)} MB; ${facts}`;
}

function figures(measured: readonly Measured[]): Figure[] {
  const read = measured.filter(({ report }) => report.failure === undefined);
  const seconds = read.map(({ report }) => report.seconds).toSorted((a, b) => a - b);
  const errors = measured.map(errorsOf);
  const worst = (values: readonly (number | undefined)[]) =>
    Math.max(0, ...values.flatMap((one) => one ?? []));
  const counted = measured.filter(({ reference }) => reference.holeStacks !== undefined);
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
  const listed = sum(errors.map(({ diameters }) => diameters.listed));
  const boxes = errors.filter(({ extentMm }) => extentMm !== undefined);
  const compared = errors.filter(({ volume }) => volume !== undefined).length;
  return [
    { name: 'files read', value: read.length, unit: '', note: `of ${measured.length}` },
    {
      name: 'time from bytes to measures, median',
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
      name: 'peak memory of a process',
      value: worst(read.map(({ report }) => report.megabytes)),
      unit: 'MB',
      target: { atMost: 900 },
    },
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
    // Some references hold a box around the control points of faces, larger than the part.
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
}

/** Parts whose measures are known analytically. */
async function writeOwnParts(folder: string): Promise<void> {
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
    },
    'shaft.brep': {
      volumeMm3: Math.PI * (64 * 40 + 25 * 20),
      areaMm2: 2 * Math.PI * (64 + 8 * 40 + 5 * 20),
      boxMm: [16, 16, 60],
      holeStacks: 0,
    },
  };
  await writeFile(join(folder, 'plate.step'), make.step(plate));
  await writeFile(join(folder, 'shaft.brep'), make.brep(shaft));
  await writeFile(join(folder, 'reference.json'), JSON.stringify(references));
}
