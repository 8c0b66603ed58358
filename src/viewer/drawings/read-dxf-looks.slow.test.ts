import { describe, expect, test } from 'vitest';
import { circle, dxfFile, insert, line, object, type Groups } from './dxf-file.test-data.ts';
import { dxfVariants } from './dxf-variants.test-data.ts';
import { decodeDxf, readDxf } from './dxf/read-dxf.ts';
import { bytes, read, readEntities, stepsOf, rounded } from './dxf/read-dxf.test-data.ts';

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

  test('visible values of a title block are shown, hidden ones are not', () => {
    const attribute = (...more: Groups) => [0, 'ATTRIB', 8, '0', 10, 5, 20, 5, 40, 3, 2, 'T', ...more];
    const { texts } = readEntities(line(0, 0, 9, 9), attribute(1, '支架', 70, 0), attribute(1, '密', 70, 1));
    expect(texts.map((one) => one.text)).toEqual(['支架']);
  });

  test('multi-line text loses its formatting codes', () => {
    const content = String.raw`{\fSimSun|b0|i0;技术要求}\P1. 未注公差 \H0.7x;\S+0.02^-0.01;\P\{\U+2300\}`;
    const groups = [0, 'MTEXT', 8, '0', 10, 0, 20, 0, 40, 5, 71, 1, 1, content];
    const { texts } = readEntities(line(0, 0, 9, 9), groups);
    expect(texts.map((one) => one.text)).toEqual(['技术要求', '1. 未注公差 +0.02/-0.01', '{⌀}']);
    expect(texts.map(({ y }) => rounded(y - (texts[0]?.y ?? 0)))).toEqual([0, -8.333333, -16.666667]);
  });

  test('a paragraph wraps at its width', () => {
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

  test('colours chosen for a black background are legible on white', () => {
    const picture = read({ layers: [layer('L', 7)], entities: [on('L'), on('L', 62, 2), on('L', 62, 5)] });
    const [ink = 0, yellow = 0, blue = 0] = picture.strokes.map(({ color }) => color);
    expect(ink).toBe(0x1f2937);
    expect(yellow >> 16).toBeLessThan(0xb0);
    expect(yellow & 255).toBe(0);
    expect(blue).toBe(0x0000ff);
  });

  test('objects on layer 0 of a block look like its insert', () => {
    const picture = read({
      layers: [layer('红', 1), layer('0', 7)],
      blocks: { A: [on('0'), on('0', 62, 0)] },
      entities: [[0, 'INSERT', 8, '红', 62, 3, 2, 'A', 10, 0, 20, 0]],
    });
    expect(picture.strokes.map(({ color }) => color)).toEqual([0xff0000, expect.any(Number)]);
    expect(((picture.strokes[1]?.color ?? 0) >> 8) & 255).toBeGreaterThan(0x60);
  });

  test('a layer uses the dashes of its line type', () => {
    const dashes = [40, 50, 49, 30, 49, -5, 49, 10, 49, -5];
    const center = [0, 'LTYPE', 2, 'CENTER', 70, 0, 3, '', 72, 65, 73, 4, ...dashes];
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

  test.each(Object.entries(dxfVariants))('%s gives the same picture', (_name, variant) => {
    expect(plain(variant(text))).toEqual(plain(bytes(text)));
  });

  test('a truncated file shows its objects except the last', () => {
    const picture = readDxf(bytes(text.slice(0, text.lastIndexOf('21'))));
    expect(picture).toMatchObject({ isTruncated: true, missing: 0, texts: [{ text: '支架技术要求BAD' }] });
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
