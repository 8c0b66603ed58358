import { describe, expect, test } from 'vitest';
import { DrawingError, MAX_DXF_BYTES } from '../drawing.ts';
import { STEP } from './dxf-picture.ts';
import { circle, dxfFile, insert, line, object } from '../dxf-file.test-data.ts';
import { readDxf } from './read-dxf.ts';
import { bytes, read, readEntities, stepsOf, rounded } from './read-dxf.test-data.ts';

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
  test('the centre of the drawing is the origin', () => {
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
    // A bulge of 1 over a chord of 5 has a sagitta of 2.5: here to the left of the way down, which is inside.
    expect(picture.width).toBe(10);
  });

  test('an old-style polyline has its vertices as separate objects', () => {
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
    const axes = [10, 0, 20, 0, 11, 0, 21, 20, 40, 0.5, 41, 0, 42, 2 * PI];
    const picture = readEntities([0, 'ELLIPSE', 8, '0', ...axes]);
    expect(rounded(picture.width)).toBe(20);
    expect(rounded(picture.height)).toBe(40);
    expect(stepsOf(picture)[1]?.slice(3, 6)).toEqual([20, 10, rounded(PI / 2)]);
  });

  test('a spline begins and ends at its outer control points and stays between them', () => {
    const knots = [0, 0, 0, 0, 1, 1, 1, 1].flatMap((knot) => [40, knot]);
    const controls = [10, 0, 20, 0, 10, 0, 20, 8, 10, 8, 20, 8, 10, 8, 20, 0];
    const counts = [70, 8, 71, 3, 72, 8, 73, 4, 74, 0];
    const picture = readEntities([0, 'SPLINE', 8, '0', ...counts, ...knots, ...controls]);
    // The top of this curve is three quarters of the control points' height.
    expect(picture).toMatchObject({ width: 8, height: 6 });
    expect(stepsOf(picture).at(-1)).toEqual([STEP.line, 4, -3]);
  });

  test('an area is filled, with its corners in order around it', () => {
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

  test('an object with a non-numeric coordinate is skipped and counted', () => {
    const picture = readEntities(
      line('nan', 0, 5, 5),
      circle(0, 0, Number.NaN),
      line(0, 0, 1e300, 0),
      line(0, 0, 4, 2),
    );
    expect(picture).toMatchObject({ width: 4, height: 2, missing: 3 });
  });

  test('an object of an unsupported type is counted', () => {
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

  test('are repeated in rows and columns', () => {
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

  test('a block that contains itself does not recurse endlessly', () => {
    const picture = read({
      blocks: { A: [line(0, 0, 1, 1), insert('A')] },
      entities: [insert('A')],
    });
    expect(stepsOf(picture)).toHaveLength(32);
    expect(picture.missing).toBe(1);
  });

  test('a billion inserts are refused', () => {
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
    // Also for an empty block, repeated in rows and columns.
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

  test('blocks named like built-in properties are ordinary blocks', () => {
    const picture = read({ entities: [insert('constructor'), insert('__proto__'), line(0, 0, 2, 1)] });
    expect(picture.missing).toBe(2);
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
