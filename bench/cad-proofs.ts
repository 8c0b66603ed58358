import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isEqualShape, compareShapes } from '#geometry/fingerprint.ts';
import { shopLimits } from '#geometry/checks/shop-limits.ts';
import { failureSentence } from '#storefront/features/quote/models/model-sentences.ts';
import { modelsIn, readReferences, withParts, type Reference } from './cad-parts.ts';
import { areTrueHoles, boxOfCorners, truths, type Truth } from './cad-truths.ts';
import { say, sum, type Figure, type Part } from './figure.ts';
import { runInChild } from './run-in-child.ts';
import type { PartProofs } from './run-part-proofs.ts';

/**
 * The generated parts, or those of the folder `CAD_PARTS`, compared with their known figures, and recognised after rotation and
 * another export.
 */
export const cadProofs: Part = {
  title: 'Models compared with the truth',
  measure: () => withParts(measureFolder),
};

async function measureFolder(folder: string): Promise<Figure[]> {
  const references = await readReferences(folder);
  const measured: Measured[] = [];
  for (const [n, name] of (await modelsIn(folder)).entries()) {
    const file = join(folder, name);
    const output = await runInChild('run-part-proofs.ts', [file, String(n + 1)]);
    if (output === '') throw new Error(`${name}: no result`);
    const truth = truthOf(name, references[basename(name)] ?? {}, await readFile(file, 'latin1'));
    const part = { name, truth, proofs: JSON.parse(output) as PartProofs };
    measured.push(part);
    say(describe(part));
  }
  return figures(measured).map((figure) => ({ isFirm: true, ...figure }));
}

interface Measured {
  name: string;
  truth: Truth;
  proofs: PartProofs;
}

/** Merges the known figures of a file; if all its faces are planes, its box comes from its corners. */
function truthOf(name: string, { holes, exportOf }: Reference, text: string): Truth {
  const corners = boxOfCorners(text);
  return {
    ...(holes ? { holes } : {}),
    ...(exportOf === undefined ? {} : { exportOf }),
    ...(corners ? { boxMm: corners, isPrismatic: true } : {}),
    ...truths[basename(name)],
  };
}

/** Allowed errors of a box along the axes of the file, in mm. */
const BOX_MM = { prismatic: 0.02, other: 0.1 } as const;

/** In mm; undefined for an unknown box. */
function boxErrorOf({ proofs, truth }: Measured): number | undefined {
  const { boxMm } = truth;
  if (!boxMm || !proofs.boxMm) return undefined;
  return Math.max(...proofs.boxMm.map((edge, i) => Math.abs(edge - (boxMm[i] ?? NaN))));
}

const holesAreTrue = ({ proofs, truth }: Measured): boolean =>
  truth.holes !== undefined && areTrueHoles(proofs.holes, truth.holes);

/** Whether a file that must be refused is refused, with the right sentence for the customer. */
const isRefused = ({ proofs, truth }: Measured): boolean =>
  truth.refusal !== undefined &&
  proofs.failure === truth.refusal.failure &&
  failureSentence(proofs.failure, shopLimits({})).startsWith(truth.refusal.words);

function describe(part: Measured): string {
  const { prints, asBrep, sameAsMesh, boxRatio } = part.proofs;
  return [
    `  ${part.name}: again ${asBrep ? `${asBrep.same}, equal ${asBrep.equal}` : '-'} as BREP, ${sameAsMesh} as mesh of ${prints.length}`,
    `box ${boxRatio.toFixed(4)} of brute force, off ${boxErrorOf(part)?.toFixed(4) ?? '-'} mm`,
    `holes ${part.truth.holes ? (holesAreTrue(part) ? 'true' : `WRONG: ${JSON.stringify(part.proofs.holes)}`) : '-'}`,
  ].join('; ');
}

/** Counts pairs of bodies from different files, and finds those that falsely count as the same or as equal. */
function falsePairs(parts: readonly Measured[]) {
  const bodies = parts.flatMap(({ name, truth, proofs }) => {
    const file = truth.exportOf ?? basename(name);
    return proofs.prints.map((print) => ({ file, design: truth.sameDesignAs ?? file, print }));
  });
  const pairs = bodies.flatMap((a, n) =>
    bodies.slice(n + 1).flatMap((b) => (a.file === b.file ? [] : [[a, b] as const])),
  );
  return {
    compared: pairs.length,
    same: pairs.filter(([a, b]) => a.design !== b.design && compareShapes(a.print, b.print) !== 'different'),
    equal: pairs.filter(([a, b]) => isEqualShape(a.print, b.print)),
  };
}

function figures(parts: readonly Measured[]): Figure[] {
  const breps = parts.filter(({ proofs }) => proofs.asBrep && proofs.prints.length > 0);
  const bodies = (list: readonly Measured[]) => sum(list.map(({ proofs }) => proofs.prints.length));
  const { compared, same, equal } = falsePairs(parts);
  const refused = parts.filter(({ truth }) => truth.refusal !== undefined);
  const counted = parts.filter(({ truth }) => truth.holes !== undefined);
  const boxed = (isPrismatic: boolean) =>
    parts.filter(
      (part) => boxErrorOf(part) !== undefined && (part.truth.isPrismatic ?? false) === isPrismatic,
    );
  const boxFigure = (isPrismatic: boolean, name: string, atMost: number): Figure => ({
    name,
    value: Math.max(0, ...boxed(isPrismatic).map((part) => boxErrorOf(part) ?? 0)),
    unit: '',
    target: { atMost },
    note: `mm, ${boxed(isPrismatic).length} parts`,
  });
  return [
    {
      name: 'closed bodies found again, turned and written as BREP',
      value: sum(breps.map(({ proofs }) => proofs.asBrep?.same ?? 0)),
      unit: '',
      target: { atLeast: bodies(breps) },
      note: `${breps.length} files`,
    },
    {
      name: 'of them surely the same, which spares a repeat its set-up',
      value: sum(breps.map(({ proofs }) => proofs.asBrep?.equal ?? 0)),
      unit: '',
    },
    {
      name: 'closed bodies found again, turned, as a fine mesh',
      value: sum(parts.map(({ proofs }) => proofs.sameAsMesh)),
      unit: '',
      target: { atLeast: bodies(parts) },
    },
    {
      name: 'pairs of different designs taken for the same',
      value: same.length,
      unit: '',
      target: { atMost: 0 },
      note: `of ${compared} pairs`,
    },
    {
      name: 'pairs of different files taken for surely the same',
      value: equal.length,
      unit: '',
      target: { atMost: 0 },
    },
    {
      name: 'smallest box by that of brute force, largest ratio',
      value: Math.max(0, ...parts.map(({ proofs }) => proofs.boxRatio)),
      unit: '',
      target: { atMost: 1.03 },
    },
    boxFigure(true, 'largest error of a box of plane faces', BOX_MM.prismatic),
    boxFigure(false, 'largest error of another box', BOX_MM.other),
    {
      name: 'parts with all holes right: number, kind, depth, steps',
      value: counted.filter(holesAreTrue).length,
      unit: '',
      target: { atLeast: counted.length },
      note: `${sum(counted.flatMap(({ truth }) => truth.holes?.map(({ count }) => count) ?? []))} holes`,
    },
    {
      name: 'files refused for the right reason, in its words',
      value: refused.filter(isRefused).length,
      unit: '',
      target: { atLeast: refused.length },
    },
  ];
}
