import { describe, expect, test } from 'vitest';
import { DrawingError, MAX_DXF_BYTES } from './drawing.ts';
import { STEP, type DxfPicture } from './dxf-picture.ts';
import { circle, dxfFile, insert, line, object, type Groups } from './dxf-file.test-data.ts';
import { dxfVariants } from './dxf-variants.test-data.ts';
import { decodeDxf, readDxf } from './read-dxf.ts';
import { stepLength } from './stroke-book.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (parts: Parameters<typeof dxfFile>[0]) => readDxf(bytes(dxfFile(parts)));
const readEntities = (...entities: Groups[]) => read({ entities });

/** All steps as `[code, …numbers]`, rounded. */
function stepsOf({ strokes }: DxfPicture): number[][] {
  const found: number[][] = [];
  for (const { steps } of strokes) {
    for (let n = 0; n < steps.length; n += 1 + stepLength(steps[n]))
      found.push([...steps.subarray(n, n + 1 + stepLength(steps[n]))].map(rounded));
  }
  return found;
}
const rounded = (value: number) => Math.round(value * 1e6) / 1e6 + 0;

function failureOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof DrawingError) return error.failure;
    throw error;
  }
  return undefined;
}

const { PI } = Math;

describe('shapes', () => {
  test('the middle of the drawing is at 0', () => {
    const picture = readEntities(line(100, 50, 300, 150));
    expect(picture).toMatchObject({ width: 200, height: 100, missing: 0 });
    expect(stepsOf(picture)).toEqual([
      [STEP.move, -100, -50],
      [STEP.line, 100, 50],
    ]);
  });

  test('a bulge of 1 is a half circle to the right of its chord', () => {
    const groups = object('LWPOLYLINE', '90 2 70 0 10 0 20 0 42 1 10 10 20 0');
    const picture = readEntities(groups, line(0, 0, 0, 5));
    expect(picture).toMatchObject({ width: 10, height: 10 });
    const [x, y] = [-5, 0];
    expect(stepsOf(picture)[1]).toEqual([STEP.arc, x + 5, y, 5, 5, 0, rounded(PI), rounded(2 * PI)]);
  });

  test('a polyline keeps its vertices around unexpected groups', () => {
    const picture = readEntities(object('LWPOLYLINE', '70 0 10 0 20 0 91 7 10 6 20 0 91 8 10 6 20 4 91 9'));
    expect(stepsOf(picture)).toHaveLength(3);
    expect(picture).toMatchObject({ width: 6, height: 4 });
  });

  test('a closed polyline ends at its first vertex, with the bulge of its last', () => {
    const square = [10, 0, 20, 0, 10, 10, 20, 0, 10, 10, 20, 10, 10, 0, 20, 10, 42, -0.5];
    const picture = readEntities([0, 'LWPOLYLINE', 8, '0', 90, 4, 70, 1, ...square]);
    const codes = stepsOf(picture).map(([code]) => code);
    expect(codes).toEqual([STEP.move, STEP.line, STEP.line, STEP.line, STEP.arc]);
    // The sagitta of half a chord of 5 is 2.5, to the left of the way down, which is inside.
    expect(picture.width).toBe(10);
  });

  test('an old polyline has its vertices as objects', () => {
    const vertex = (x: number, y: number) => [0, 'VERTEX', 8, '0', 10, x, 20, y];
    const groups = [0, 'POLYLINE', 8, '0', 66, 1, 70, 0, ...vertex(0, 0), ...vertex(4, 0), ...vertex(4, 2)];
    const picture = readEntities([...groups, 0, 'SEQEND', 8, '0']);
    expect(stepsOf(picture)).toEqual([
      [STEP.move, -2, -1],
      [STEP.line, 2, -1],
      [STEP.line, 2, 1],
    ]);
  });

  test('an arc goes counter-clockwise and spans no more than it covers', () => {
    const picture = readEntities(object('ARC', '10 0 20 0 40 10 50 270 51 90'));
    expect(picture.width).toBeCloseTo(10);
    expect(picture.height).toBeCloseTo(20);
    const arc = stepsOf(picture)[1];
    expect(arc?.slice(6)).toEqual([rounded(1.5 * PI), rounded(2.5 * PI)]);
  });

  test('an ellipse has the direction of its longer axis', () => {
    const picture = readEntities([
      0,
      'ELLIPSE',
      8,
      '0',
      10,
      0,
      20,
      0,
      11,
      0,
      21,
      20,
      40,
      0.5,
      41,
      0,
      42,
      2 * PI,
    ]);
    expect(rounded(picture.width)).toBe(20);
    expect(rounded(picture.height)).toBe(40);
    expect(stepsOf(picture)[1]?.slice(3, 6)).toEqual([20, 10, rounded(PI / 2)]);
  });

  test('a spline begins and ends at its outer control points and stays between them', () => {
    const knots = [0, 0, 0, 0, 1, 1, 1, 1].flatMap((knot) => [40, knot]);
    const controls = [10, 0, 20, 0, 10, 0, 20, 8, 10, 8, 20, 8, 10, 8, 20, 0];
    const picture = readEntities([
      0,
      'SPLINE',
      8,
      '0',
      70,
      8,
      71,
      3,
      72,
      8,
      73,
      4,
      74,
      0,
      ...knots,
      ...controls,
    ]);
    // The top of this curve is three quarters of the control points' height.
    expect(picture).toMatchObject({ width: 8, height: 6 });
    expect(stepsOf(picture).at(-1)).toEqual([STEP.line, 4, -3]);
  });

  test('an area is filled, its corners in their order around it', () => {
    const corners = [10, 0, 20, 0, 11, 4, 21, 0, 12, 0, 22, 4, 13, 4, 23, 4];
    const { strokes } = readEntities([0, 'SOLID', 8, '0', ...corners]);
    expect(strokes.map(({ isFilled }) => isFilled)).toEqual([true]);
    expect([...(strokes[0]?.steps ?? [])]).toEqual([0, -2, -2, 1, 2, -2, 1, 2, 2, 1, -2, 2]);
  });

  test('a shape whose extrusion points away is mirrored', () => {
    const groups = object('ARC', '10 100 20 0 40 10 50 0 51 90 210 0 220 0 230 -1');
    const picture = readEntities(groups, line(0, 0, 1, 0));
    // Its own 100 to 110 are -110 to -100 of the drawing.
    expect(picture.width).toBe(111);
  });

  test('an object with a coordinate that is no number is left out and counted', () => {
    const picture = readEntities(
      line('nan', 0, 5, 5),
      circle(0, 0, Number.NaN),
      line(0, 0, 1e300, 0),
      line(0, 0, 4, 2),
    );
    expect(picture).toMatchObject({ width: 4, height: 2, missing: 3 });
  });

  test('an object of a kind that is not drawn is counted', () => {
    const hatch = object('HATCH', '10 0 20 0 2 ANSI31 70 0 91 1 10 5 20 5');
    expect(readEntities(hatch, line(0, 0, 4, 2)).missing).toBe(1);
  });
});

describe('blocks', () => {
  test('are scaled, turned and moved', () => {
    const picture = read({
      blocks: { A: [line(0, 0, 10, 0)] },
      entities: [insert('A', '10 100 20 50 41 2 42 3 50 90'), line(100, 50, 101, 50)],
    });
    expect(picture).toMatchObject({ width: 1, height: 20 });
    expect(stepsOf(picture)[1]).toEqual([STEP.line, -0.5, 10]);
  });

  test('a circle that is scaled unevenly is an ellipse', () => {
    const picture = read({
      blocks: { A: [circle(0, 0, 5)] },
      entities: [insert('A', '10 0 20 0 41 1 42 4 50 30')],
    });
    expect(stepsOf(picture)[1]?.slice(3, 6)).toEqual([20, 5, rounded(PI / 2 + PI / 6)]);
  });

  test('stand in rows and columns', () => {
    const picture = read({
      blocks: { A: [circle(0, 0, 1)] },
      entities: [insert('A', '10 0 20 0 70 3 71 2 44 10 45 20')],
    });
    expect(picture).toMatchObject({ width: 22, height: 22 });
    expect(stepsOf(picture).filter(([code]) => code === STEP.arc)).toHaveLength(6);
  });

  test('a dimension is its block', () => {
    const picture = read({
      blocks: { '*D1': [line(0, 0, 40, 0), object('MTEXT', '10 20 20 1 40 3.5 71 8 1 %%c40')] },
      entities: [object('DIMENSION', '2 *D1 10 0 20 0')],
    });
    expect(picture.width).toBe(40);
    expect(picture.texts.map(({ text, align }) => [text, align])).toEqual([['⌀40', 'center']]);
  });

  test('a block within itself ends', () => {
    const picture = read({
      blocks: { A: [line(0, 0, 1, 1), insert('A')] },
      entities: [insert('A')],
    });
    expect(stepsOf(picture)).toHaveLength(32);
    expect(picture.missing).toBe(1);
  });

  test('a thousand million inserts end with a refusal', () => {
    const names = Array.from({ length: 9 }, (_, n) => `B${n}`);
    const blocks = Object.fromEntries(
      names.map((name, n) => [
        name,
        n === 0 ? [line(0, 0, 1, 1)] : Array.from({ length: 10 }, () => insert(`B${n - 1}`)),
      ]),
    );
    expect(failureOf(() => read({ blocks, entities: Array.from({ length: 10 }, () => insert('B8')) }))).toBe(
      'too-large',
    );
    // Without anything to draw, too, and by rows and columns.
    expect(
      failureOf(() => read({ blocks: { A: [] }, entities: [insert('A', '10 0 20 0 70 30000 71 30000')] })),
    ).toBe('too-large');
  });

  test('many copies of a long line are refused before they fill the memory', () => {
    const vertices = Array.from({ length: 10_000 }, (_, n) => [10, n, 20, n % 7]).flat();
    const long = [0, 'LWPOLYLINE', 8, '0', 90, 10_000, 70, 0, ...vertices];
    const entities = [insert('A', '10 0 20 0 70 400 71 400')];
    expect(failureOf(() => read({ blocks: { A: [long] }, entities }))).toBe('too-large');
  });

  test('names of built-in properties are ordinary names', () => {
    const picture = read({ entities: [insert('constructor'), insert('__proto__'), line(0, 0, 2, 1)] });
    expect(picture.missing).toBe(2);
  });
});

describe('texts', () => {
  const text = (...more: Groups) => [0, 'TEXT', 8, '0', 10, 5, 20, 5, 40, 3, ...more];

  test('an aligned text is placed at its second point', () => {
    const { texts } = readEntities(
      line(0, 0, 10, 10),
      text(1, 'M8%%d'),
      text(1, 'A', 11, 8, 21, 2, 72, 1, 73, 3),
    );
    expect(texts).toMatchObject([
      { text: 'M8°', x: 0, y: 0, align: 'left', baseline: 'alphabetic' },
      { text: 'A', x: 3, y: -3, align: 'center', baseline: 'top' },
    ]);
  });

  test('the values of a title block are shown, hidden ones not', () => {
    const attribute = (...more: Groups) => [0, 'ATTRIB', 8, '0', 10, 5, 20, 5, 40, 3, 2, 'T', ...more];
    const { texts } = readEntities(line(0, 0, 9, 9), attribute(1, '支架', 70, 0), attribute(1, '密', 70, 1));
    expect(texts.map((one) => one.text)).toEqual(['支架']);
  });

  test('several lines lose their formatting', () => {
    const content = String.raw`{\fSimSun|b0|i0;技术要求}\P1. 未注公差 \H0.7x;\S+0.02^-0.01;\P\{\U+2300\}`;
    const groups = [0, 'MTEXT', 8, '0', 10, 0, 20, 0, 40, 5, 71, 1, 1, content];
    const { texts } = readEntities(line(0, 0, 9, 9), groups);
    expect(texts.map((one) => one.text)).toEqual(['技术要求', '1. 未注公差 +0.02/-0.01', '{⌀}']);
    expect(texts.map(({ y }) => rounded(y - (texts[0]?.y ?? 0)))).toEqual([0, -8.333333, -16.666667]);
  });

  test('a paragraph breaks at its width', () => {
    const groups = object('MTEXT', '10 0 20 0 40 5 41 40 71 1 1 未注倒角一。毫米并去除全部毛刺');
    const lines = readEntities(line(0, 0, 9, 9), groups).texts.map((one) => one.text);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join('')).toBe('未注倒角一。毫米并去除全部毛刺');
    expect(lines.filter((one) => one.startsWith('。'))).toEqual([]);
  });

  test.each([
    ['GBK before AutoCAD 2007', 'ANSI_936', [0xd6, 0xa7, 0xbc, 0xdc]],
    ['UTF-8 since then', 'ANSI_936', [...bytes('支架')]],
    ['Big5', 'ANSI_950', [0xa4, 0xe4, 0xac, 0x5b]],
  ])('are read as %s', (_name, codePage, word) => {
    const [before = '', after = ''] = dxfFile({ codePage, entities: [text(1, '@')] }).split('@');
    expect(decodeDxf(Uint8Array.from([...bytes(before), ...word, ...bytes(after)]))).toContain('支架');
  });
});

describe('looks', () => {
  const layer = (name: string, color: number, lineType = 'CONTINUOUS', flags = 0): Groups => {
    const look = [62, color, 6, lineType];
    return [0, 'LAYER', 2, name, 70, flags, ...look];
  };
  const on = (name: string, ...more: Groups): Groups => [0, 'LINE', 8, name, ...more, ...ends];
  const ends = [10, 0, 20, 0, 11, 4, 21, 2];

  test('a polyline has its own colour', () => {
    const polyline = (color: number) => object('LWPOLYLINE', '90 2 70 0 10 0 20 0 10 4 20 2', [62, color]);
    const { strokes } = read({ entities: [polyline(1), polyline(5), [...polyline(1), 420, 0x80_40_20]] });
    expect(strokes.map(({ color }) => color)).toEqual([0xff_00_00, 0x00_00_ff, 0x80_40_20]);
  });

  test('layers that are off or frozen are hidden', () => {
    const picture = read({
      layers: [layer('关', -1), layer('冻', 1, 'CONTINUOUS', 1), layer('开', 1)],
      entities: [on('关'), on('冻'), on('开')],
    });
    expect(stepsOf(picture)).toHaveLength(2);
    expect(picture.strokes.map(({ color }) => color)).toEqual([0xff0000]);
  });

  test('colours of a black background are legible on white', () => {
    const picture = read({ layers: [layer('L', 7)], entities: [on('L'), on('L', 62, 2), on('L', 62, 5)] });
    const [ink = 0, yellow = 0, blue = 0] = picture.strokes.map(({ color }) => color);
    expect(ink).toBe(0x1f2937);
    expect(yellow >> 16).toBeLessThan(0xb0);
    expect(yellow & 255).toBe(0);
    expect(blue).toBe(0x0000ff);
  });

  test('what is on layer 0 of a block looks like its insert', () => {
    const picture = read({
      layers: [layer('红', 1), layer('0', 7)],
      blocks: { A: [on('0'), on('0', 62, 0)] },
      entities: [[0, 'INSERT', 8, '红', 62, 3, 2, 'A', 10, 0, 20, 0]],
    });
    expect(picture.strokes.map(({ color }) => color)).toEqual([0xff0000, expect.any(Number)]);
    expect(((picture.strokes[1]?.color ?? 0) >> 8) & 255).toBeGreaterThan(0x60);
  });

  test('a layer has the dashes of its line type', () => {
    const center = [
      0,
      'LTYPE',
      2,
      'CENTER',
      70,
      0,
      3,
      '',
      72,
      65,
      73,
      4,
      40,
      50,
      49,
      30,
      49,
      -5,
      49,
      10,
      49,
      -5,
    ];
    const picture = read({
      lineTypes: [center],
      layers: [layer('轴线', 1, 'CENTER')],
      entities: [on('轴线'), on('轴线', 6, 'CONTINUOUS'), on('轴线', 48, 0.5)],
    });
    expect(picture.strokes.map(({ dash }) => dash)).toEqual([[30, 5, 10, 5], [], [15, 2.5, 5, 2.5]]);
  });
});

describe('files of other programs', () => {
  const vertex = (x: number, y: number) => [0, 'VERTEX', 8, '0', 10, x, 20, y];
  const text = dxfFile({
    layers: [
      [0, 'LAYER', 2, 'Line 轮廓', 70, 0, 62, 1, 6, 'Center'],
      [0, 'LAYER', 2, 'Off', 70, 1, 62, 1, 6, 'CONTINUOUS'],
    ],
    lineTypes: [[0, 'LTYPE', 2, 'CENTER', 70, 0, 3, '', 72, 65, 73, 2, 40, 35, 49, 30, 49, -5]],
    blocks: { Frame: [line(0, 0, 10.5, 0), circle(2, 2, 1.5)] },
    entities: [
      insert('FRAME'),
      [0, 'LINE', 8, 'LINE 轮廓', 10, 0, 20, 0, 11, 4.25, 21, 2],
      [0, 'LINE', 8, 'OFF', 10, 0, 20, 0, 11, 99, 21, 99],
      [0, 'POLYLINE', 8, '0', 66, 1, 70, 0, ...vertex(0, 0), ...vertex(4, 8), 0, 'SEQEND', 8, '0'],
      [0, 'TEXT', 8, '0', 10, 5, 20, 5, 40, 3, 1, '支架技术要求BAD'],
      line(1, 1, 2, 2),
    ],
  });
  const plain = (content: Uint8Array) => {
    const { texts, ...picture } = readDxf(content);
    return { ...picture, texts: texts.map((one) => ({ ...one, text: one.text.replace('\uFFFD', '') })) };
  };

  test.each(Object.entries(dxfVariants))('%s: the same picture', (_name, variant) => {
    expect(plain(variant(text))).toEqual(plain(bytes(text)));
  });

  test('a file that is cut shows what it has, without the object at its end', () => {
    const picture = readDxf(bytes(text.slice(0, text.lastIndexOf('21'))));
    expect(picture).toMatchObject({ isCut: true, missing: 0, texts: [{ text: '支架技术要求BAD' }] });
  });

  test('a note with its leader is drawn', () => {
    const note = object(
      'MULTILEADER',
      '300 CONTEXT_DATA{ 41 2.5 290 1 304 4-\\M+5CDA8\\M+5BFD7%%c5.5 12 20 22 11 42 0 43 0 171 1 296 0 302 LEADER{ 290 1 10 18 20 10 11 1 21 0 40 1.5 304 LEADER_LINE{ 10 0 20 0 91 0 305 } 303 } 301 } 170 1',
    );
    const picture = readEntities(note);
    expect(picture).toMatchObject({ missing: 0, texts: [{ text: '4-通孔⌀5.5' }] });
    expect(stepsOf(picture)).toHaveLength(3);
  });
});

describe('refused files', () => {
  test.each([
    ['too-large', new Uint8Array(MAX_DXF_BYTES + 1)],
    ['binary', bytes('AutoCAD Binary DXF\r\n\u001A\0')],
    ['damaged', bytes('hello')],
    ['damaged', bytes(dxfFile({ entities: [line(0, 0, 1, 1)] }).slice(0, -40))],
    ['empty', bytes(dxfFile({ entities: [] }))],
  ])('%s', (failure, content) => {
    expect(failureOf(() => readDxf(content))).toBe(failure);
  });

  test('a sheet is shown when the model is empty', () => {
    expect(readEntities(line(0, 0, 30, 10, [67, 1])).width).toBe(30);
    expect(readEntities(line(0, 0, 30, 10, [67, 1]), line(0, 0, 5, 1)).width).toBe(5);
  });
});
