import type { IMtextEntity } from 'dxf-parser';
import type { Point } from '../affine.ts';
import type { GroupEntity } from './dxf-groups.ts';
import type { Parsed } from './dxf-shapes.ts';
import type { Line } from '../picture-builder.ts';

export interface Multileader {
  lines: Line[];
  label: Parsed<IMtextEntity> | undefined;
  /** Whether it has a block, such as a balloon, instead of text. */
  hasBlock: boolean;
}

/** The section that begins after each group that opens or closes one. */
const SECTION_AFTER: Readonly<Record<string, Section>> = {
  '300 CONTEXT_DATA{': 'context',
  '302 LEADER{': 'leader',
  '304 LEADER_LINE{': 'line',
  '305 }': 'leader',
  '303 }': 'context',
  '301 }': 'outer',
};
type Section = 'outer' | 'context' | 'leader' | 'line';

/** Reads the lines from each arrow across the landing to the text, and the text as an MTEXT. */
export function readMultileader({ groups }: GroupEntity): Multileader {
  const lines: Line[] = [];
  // By section and group code: `leader 40` is the length of the landing, `leader 11` and `leader 21` its direction.
  const values = new Map<string, number | string | boolean>();
  const number = (key: string, fallback = Number.NaN) => {
    const value = values.get(key);
    return typeof value === 'number' ? value : fallback;
  };
  let section: Section = 'outer';
  let leaderLines: Point[][] = [];
  for (const [code, value] of groups) {
    const next: Section | undefined = SECTION_AFTER[`${code} ${String(value)}`];
    if (next === undefined) {
      if (section === 'line' && code === 20) leaderLines.at(-1)?.push([number('line 10'), Number(value)]);
      values.set(`${section} ${code}`, value);
      continue;
    }
    if (section === 'context' && next === 'leader') {
      leaderLines = [];
      // Clears the values of the previous leader.
      for (const code of [10, 20, 11, 21, 40, 290]) values.delete(`leader ${code}`);
    } else if (next === 'line') leaderLines.push([]);
    else if (section === 'leader' && next === 'context') lines.push(...linesOf(leaderLines, number));
    section = next;
  }
  const isInvisible = values.get('outer 170') === 0;
  return {
    lines: isInvisible ? [] : lines,
    label: labelOf(values, number),
    hasBlock: values.get('context 296') === true,
  };
}

function linesOf(
  leaderLines: readonly Point[][],
  number: (key: string, fallback?: number) => number,
): Line[] {
  const landing: Point = [number('leader 10'), number('leader 20')];
  const length = number('leader 40', 0);
  const end: Point = [
    landing[0] + number('leader 11', 0) * length,
    landing[1] + number('leader 21', 0) * length,
  ];
  const tail = Number.isFinite(end[0] + end[1]) ? [landing, end] : [];
  return leaderLines.map((vertices) => ({ kind: 'line' as const, points: [...vertices, ...tail] }));
}

function labelOf(
  values: ReadonlyMap<string, number | string | boolean>,
  number: (key: string, fallback?: number) => number,
): Parsed<IMtextEntity> | undefined {
  const text = values.get('context 304');
  if (typeof text !== 'string' || values.get('context 290') === false) return undefined;
  const direction = { x: number('context 13', 1), y: number('context 23', 0), z: 0 };
  return {
    text,
    position: { x: number('context 12'), y: number('context 22'), z: 0 },
    directionVector: direction,
    height: number('context 41'),
    width: number('context 43', 0),
    attachmentPoint: Math.min(3, Math.max(1, number('context 171', 1))),
  };
}
