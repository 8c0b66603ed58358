import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPartCode } from '#domain/parts/part-code.ts';
import { findMaterialByName } from '../draft/material-names.ts';
import { buildMaterial } from '../draft/fixtures.test-data.ts';
import { hasHeadings, readBom } from './bom.ts';
import { BOM_FIELDS, type BomField, type BomRow } from './headings.ts';
import { readCells } from './cells.ts';

const materials = ['AL6061-T6', 'AL7075-T6', 'SUS304', '45#钢'].map((name, index) =>
  buildMaterial({ id: index + 1, name }),
);
const isMaterial = (text: string) => findMaterialByName(materials, text) !== undefined;
const isFinish = (text: string) => ['喷砂', '拉丝'].includes(text);
const known = { isMaterial, isFinish, processOf: () => undefined };
const parse = (text: string) => readBom(text, known).rows;
const blank = Object.fromEntries(BOM_FIELDS.map((field) => [field, ''])) as Record<BomField, string>;
const row = (fields: Partial<BomRow>): BomRow => ({ ...blank, ...fields });
const bracket = row({ name: '支架', material: '6061', length: '80', width: '40', height: '10', num: '25' });

describe('a BOM without headings', () => {
  test.each([
    ['a size in one cell', '支架\t6061\t80×40×10\t25'],
    ['a size in three cells', '支架\t6061\t80\t40\t10\t25'],
    ['numbered rows', '1\t支架\t6061\t80*40*10\t25件'],
    ['numbered rows of three sizes', '7\t支架\t6061\t80\t40\t10\t25'],
    ['the quantity before the size', '支架\t6061\t25件\t80\t40\t10'],
    ['comma separated values', '支架,6061,80,40,10,25'],
    ['words with spaces', '支架 6061 80 × 40 × 10 mm 25 件'],
    ['full-width digits', '支架\t6061\t８０×４０×１０\t２５'],
  ])('%s', (_, text) => expect(parse(text)).toEqual([bracket]));

  test.each([
    ['names that read like quantities', 'X1\t6061\t80×40×10\t25', { name: 'X1' }],
    ['a finish', '支架\t6061\t80×40×10\t25\t喷砂', { finish: '喷砂' }],
    [
      'a finish before the size',
      '支架\t6061\t拉丝\t80\t40\t10\t25\t去毛刺',
      { finish: '拉丝', remark: '去毛刺' },
    ],
    ['only a remark', '支架\t6061\t80×40×10\t25\t无', { remark: '无' }],
  ])('has %s', (_, text, fields) => expect(parse(text)).toEqual([{ ...bracket, ...fields }]));

  test('keeps unrecognised text in its cell, and other text as remark', () => {
    expect(
      parse('支架\t6061\t80×40×10\t25\t去毛刺\n轴\tQ345\t70×30×8\t若干\t\n法兰\t304\tΦ30×80\t1,000\t'),
    ).toEqual([
      { ...bracket, remark: '去毛刺' },
      row({ name: '轴', material: 'Q345', length: '70', width: '30', height: '8', num: '若干' }),
      row({
        name: '法兰',
        material: '304',
        length: '30',
        width: '30',
        height: '80',
        num: '1000',
        isRound: true,
      }),
    ]);
  });
});

describe('a BOM with headings', () => {
  test('has its columns in any order, the drawing number begins the name, and others join the remark', () => {
    const text = [
      '某项目零件清单\t\t\t\t\t\t\t',
      '序号\t图号\t数量（件）\t材质\t零件名称\t外形尺寸(mm)\t表面处理\t备注\t图框',
      '1\tA-01\t25\t6061\t支架\t80×40×10\t喷砂\t去毛刺\tA3',
    ].join('\r\n');
    expect(parse(text)).toEqual([
      { ...bracket, name: 'A-01 支架', finish: '喷砂', remark: '去毛刺；图框：A3' },
    ]);
    expect(parse('品名,材料,长,宽,厚,数量\n支架,6061,80mm,40mm,10mm,25pcs')).toEqual([bracket]);
    expect(hasHeadings(text, known)).toBe(true);
    expect(hasHeadings('支架\t6061\t80×40×10\t25', known)).toBe(false);
  });

  test.each([
    ['图号\t版本\t名称', 'QM-1024\tB\t支架', 'QM-1024 B 支架'],
    ['图纸编号\t版次\t名称', 'QM-1024\t2\t支架', 'QM-1024 rev 2 支架'],
    ['零件号\t名称\t版本', 'QM-1024\tQM-1024 支架\t', 'QM-1024 支架'],
    ['Drawing No.\t版本\t长', 'ZX-7788\t\t80', 'ZX-7788'],
  ])('has a number that the part library finds: %s', (titles, cells, name) => {
    const [part] = parse(`${titles}\t材料\t数量\n${cells}\t6061\t25`);
    expect(part?.name).toBe(name);
    expect(part?.remark).toBe('');
    expect(readPartCode(name).code).toBe(name.split(' ')[0]);
  });

  test.each([
    ...['零件', '部件', '工件', '零件名称'].map((name) => [name, '数量']),
    ...['pcs', 'PCS', '数量pcs', '数量/件', '数量（pcs）', '件数'].map((num) => ['名称', num]),
  ])('may name part and quantity %s and %s', (name, num) => {
    const part = row({ name: '支架', num: '25', material: '6061' });
    expect(parse(`${name}\t${num}\t材料\n支架\t25\t6061`)).toEqual([part]);
  });

  test('may have quoted cells with line breaks', () => {
    expect(parse('名称\t数量\t备注\n支架\t25\t"第一行\n""第二行"""\n')).toEqual([
      row({ name: '支架', num: '25', remark: '第一行\n"第二行"' }),
    ]);
  });
});

describe('for every BOM', () => {
  const word = fc.string({
    unit: fc.constantFrom('支', '架', '法', 'A', 'b', '-', '轴'),
    minLength: 1,
    maxLength: 8,
  });
  const side = fc.integer({ min: 1, max: 2_000_000 }).map((microns) => String(microns / 1000));
  const part = fc.record({
    name: word.map((text) => `件${text}`),
    material: fc.constantFrom('6061', 'AL7075-T6', '304不锈钢', '45钢', '未知材料'),
    length: side,
    width: side,
    height: side,
    num: fc.integer({ min: 1, max: 1_000_000 }).map(String),
    finish: fc.constantFrom('', '喷砂', '阳极氧化 黑色'),
    remark: fc.constantFrom('', '去毛刺', '按图'),
  });
  const titles = ['名称', '材料', '长', '宽', '高', '数量', '表面处理', '备注'];

  test('every part is read back with headings in any order', () => {
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.shuffledSubarray([...BOM_FIELDS], { minLength: 8 }),
        (parts, order) => {
          const lines = [
            order.map((field) => titles[BOM_FIELDS.indexOf(field)]),
            ...parts.map((one) => order.map((field) => one[field])),
          ];
          expect(parse(lines.map((cells) => cells.join('\t')).join('\r\n'))).toEqual(parts);
        },
      ),
    );
  });

  test('without headings a known material and a size in one cell or three are found', () => {
    const parts = part.map((one) => ({ ...one, material: 'AL6061-T6', finish: '', remark: '' }));
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 8 }), fc.boolean(), (listed, inOne) => {
        const text = listed
          .map(({ name, material, length, width, height, num }) =>
            [name, material, [length, width, height].join(inOne ? '×' : '\t'), num].join('\t'),
          )
          .join('\n');
        expect(parse(text)).toEqual(listed);
      }),
    );
  });

  test('no cell is lost, whatever is pasted', () => {
    const cell = fc.string({
      unit: fc.constantFrom('左', '8', '0', '×', '.', 'a', '件', ' ', '约'),
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 7 }), { minLength: 1, maxLength: 6 }),
        (cells) => {
          const text = cells.map((line) => line.join('\t')).join('\n');
          // A number may lose zeros: 0.0 is 0.
          const digits = (value: unknown) =>
            String(value)
              .normalize('NFKC')
              .replaceAll(/[^左8a约]/g, '');
          const rows = parse(text);
          const sources = readCells(text);
          expect(rows).toHaveLength(sources.length);
          for (const [index, source] of sources.entries()) {
            const kept = Object.values(rows[index] ?? {})
              .map(digits)
              .join('|');
            // The first column may count the rows.
            for (const value of source.slice(1)) expect(kept.replaceAll('|', '')).toContain(digits(value));
          }
        },
      ),
    );
  });

  test('any text is read without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const one of parse(text))
          expect(Object.keys(one)).toEqual(expect.arrayContaining([...BOM_FIELDS]));
      }),
    );
  });
});
