import type { Vector } from '../model-reading.ts';

/** An IGES file of a block whose six sides are loose spline surfaces (entity 128). */
export function igesBlock([length, width, height]: Vector, unit: 'IN' | 'MM'): string {
  const corner = (x: number, y: number, z: number): Vector => [x * length, y * width, z * height];
  const sides = [0, 1].flatMap((end) => [
    [corner(0, 0, end), corner(1, 0, end), corner(0, 1, end), corner(1, 1, end)],
    [corner(0, end, 0), corner(1, end, 0), corner(0, end, 1), corner(1, end, 1)],
    [corner(end, 0, 0), corner(end, 1, 0), corner(end, 0, 1), corner(end, 1, 1)],
  ]);
  const global = `1H,,1H;,4Hpart,9Hblock.igs,4Htest,4Htest,32,38,6,38,15,4Hpart,1.,${unit === 'IN' ? 1 : 2},2H${unit},1,0.01,13H260101.000000,1E-06,100.,4Htest,4Htest,11,0,13H260101.000000;`;
  const data = sides.map((points) => {
    const knots = [0, 0, 1, 1, 0, 0, 1, 1];
    const numbers = [128, 1, 1, 1, 1, 0, 0, 1, 0, 0, ...knots, 1, 1, 1, 1, ...points.flat(), 0, 1, 0, 1];
    return `${numbers.map((one, i) => (i < 10 ? one : one.toFixed(4))).join(',')};`;
  });
  const lines: string[] = [
    line('test', 'S', 1),
    ...split(global, 72).map((part, i) => line(part, 'G', i + 1)),
  ];
  const directory: string[] = [];
  const parameters: string[] = [];
  for (const [number, text] of data.entries()) {
    const first = parameters.length + 1;
    const pointer = 2 * number + 1;
    const parts = split(text, 64);
    for (const part of parts) {
      parameters.push(line(`${part.padEnd(64)}${String(pointer).padStart(8)}`, 'P', parameters.length + 1));
    }
    const fields = (...values: (number | string)[]) => values.map((one) => String(one).padStart(8)).join('');
    directory.push(line(fields(128, first, 0, 0, 0, 0, 0, 0, '00000000'), 'D', pointer));
    directory.push(line(fields(128, 0, 0, parts.length, 0, '', '', '', 0), 'D', pointer + 1));
  }
  const counts = `S0000001G${String(lines.length - 1).padStart(7, '0')}D${String(directory.length).padStart(7, '0')}P${String(parameters.length).padStart(7, '0')}`;
  return [...lines, ...directory, ...parameters, line(counts, 'T', 1), ''].join('\n');
}

const line = (text: string, section: string, number: number): string =>
  `${text.padEnd(72)}${section}${String(number).padStart(7)}`;

/** Parts of at most `width` characters that end at a comma. */
function split(text: string, width: number): string[] {
  const parts = [''];
  for (const token of text.match(/[^,]*,|[^,]+$/g) ?? []) {
    const last = parts.at(-1) ?? '';
    if (last.length + token.length > width) parts.push(token);
    else parts[parts.length - 1] = last + token;
  }
  return parts;
}
