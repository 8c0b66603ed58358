import { describe, expect, test } from 'vitest';
import { processKey } from '#domain/process-tree/process-tree.ts';
import { shopCatalogue as catalogue, shopDefault } from '#tests/support/data/shop-catalogue.ts';
import { listed, textsBy } from '#tests/support/data/listed.ts';
import { emptyFields, type PartFields } from '../draft/draft.ts';
import { pricePart } from '../draft/price-draft.ts';
import { checkPart } from '../draft/validation.ts';
import { readBom } from './bom.ts';
import { cellText, catalogueNamesOf } from './cell-values.ts';
import { partOfRow } from './fill-rows.ts';
import type { TableColumn } from './headings.ts';

const names = catalogueNamesOf(catalogue);
const newPart: PartFields = { ...emptyFields, ...shopDefault };
const read = (lines: string | readonly string[]) =>
  readBom(typeof lines === 'string' ? lines : lines.join('\n'), names);
const partsOf = (lines: string | readonly string[]) =>
  read(lines).rows.map((row) => partOfRow(row, newPart, catalogue));
const keyOf = (process: string): TableColumn => {
  const found = catalogue.tree.find(({ name }) => name === process);
  return process === '表面处理' || !found ? 'finish' : processKey(found.id);
};
const chosen = (part: PartFields | undefined, process: string) =>
  part && cellText(part, process === '材料' ? 'material' : keyOf(process), catalogue);
const sizeOf = (part: PartFields | undefined) =>
  part && `${part.isRound ? 'Ø' : ''}${[part.length, part.width, part.height].join('×')}`;
/** Whether the part has no price until the customer corrects it. */
const isRed = (part: PartFields | undefined) =>
  part !== undefined && checkPart(part, catalogue).errors !== undefined;
const errorsOf = (part: PartFields | undefined) =>
  Object.keys((part && checkPart(part, catalogue).errors) ?? {});

describe('a stated column fills its process', () => {
  const stated = textsBy(`
    公差: ±0.02 mm = 公差 → ±0.02
    公差: ±0.05 mm = 尺寸公差 → ±0.05
    公差: GB/T 1804-f = 精度要求 → GB/T1804-f
    公差: ±0.01 mm = Tolerance → +/-0.01
    粗糙度: Ra0.8 = 粗糙度 → Ra0.8 | 光洁度Ra → 0.8
    粗糙度: Ra1.6 = 表面粗糙度 → 1.6
    粗糙度: Ra0.4 = Ra → 0.4
    螺纹: M3–M6（≤4 孔） = 螺纹 → 4-M4
    螺纹: M3–M6（5–12 孔） = 螺纹孔 → 8-M5
    螺纹: M8–M12（≤4 孔） = 攻牙 → M8
    检验: 三坐标报告（CMM） = 检验 → 三坐标 | 三坐标 → 是
    检验: 全尺寸全检 = 检测要求 → 全检
    检验: 首件检验（FAI） = Inspection → FAI
    打标: 激光打标 = 打标 → 镭雕
    清洗包装: 单件独立包装 = 包装要求 → 独立包装
    随货文件: 材质证明（质保书） = 随货资料 → 材质证明
    表面处理: 阳极氧化（黑色） = 表面处理 → 黑色阳极 | Finish → black anodize | 是否阳极 → 黑色
    表面处理: 喷砂 = 表面处理方式 → 喷砂 | 喷砂 → √
    表面处理: 硬质阳极氧化（黑色） = 处理 → 硬氧黑 | 表面處理 → 硬質陽極黑 | Oberfläche → 硬氧黑
    表面处理: 化学镀镍 = 镀层 → 化学镍
    材料: AL7075-T6 = 料 → AL7075
    材料: AL6061-T6 = 材质 → 6061 | 材料/材质 → 6061 | 用料 → 6061 | Material → 6061 | Mat'l → 6061
      材料 Material → 6061 | 材料与状态 → 6061-T6 | 材质及热处理 → 6061
    材料: AL5052-H32 = 材料牌号 → A5052
    表面处理: 无（保留刀纹） = 喷砂 → 否
  `);
  test.each(stated)('%s is read from %s', (choice, texts) => {
    const [process = '', option] = choice.split(': ');
    for (const [title = '', text] of texts.map((one) => one.split(' → '))) {
      const material = process === '材料' ? [] : ['材料'];
      const [part] = partsOf([
        ['名称', ...material, '尺寸', title, '数量'].join('\t'),
        ['支架', ...material.map(() => '6061'), '80×40×10', text, '5'].join('\t'),
      ]);
      expect([title, text, chosen(part, process), isRed(part)]).toEqual([title, text, option, false]);
    }
  });

  const unclear = listed(`
    公差 → ±0.03 | 公差 → IT7 | 粗糙度 → Ra6.3 | 螺纹 → M4 | 螺纹 → 见图 | 检验 → 按图 | 表面处理 → 镀金
    表面处理 → 阳极氧化 | 表面处理 → 按图 | 打标 → 有 | 材料 → Q345 | 材料 → 316 | 材料 → 见图 | 料 → TC5
    尺寸 → 80×40 | 尺寸 → 见图 | 数量 → 若干 | 数量 → 2对 | 备注 → 外购件 | 材料 → 7075-T7351
    打样数量\t批量数量 → 5\t100 | 数量\t备品 → 20\t2 | 数量\t → 5\t100 | 数量1\t数量2\t数量3 → 5\t5\t100 | 样品\t小批\t量产 → 5\t100\t1000
  `);
  test.each(unclear)('%s is red, and never becomes the default', (one) => {
    const [title = '', text = ''] = one.split(' → ');
    const columns: Record<string, string> = { 名称: '支架', 材料: '6061', 尺寸: '80×40×10', 数量: '5' };
    if (title === '料') delete columns['材料'];
    if (/量|样品/.test(title)) delete columns['数量'];
    columns[title] = text;
    const [part] = partsOf([Object.keys(columns).join('\t'), Object.values(columns).join('\t')]);
    expect(isRed(part)).toBe(true);
  });

  test('and unrecognised text stays in its cell', () => {
    const [part] = partsOf('名称\t料\t尺寸\t数量\t公差\t表面处理\n支架\tTC5\t80×40\t2对\t±0.03\t镀金');
    expect(['材料', '公差', '表面处理'].map((name) => chosen(part, name))).toEqual(['TC5', '±0.03', '镀金']);
    expect([part?.length, part?.num]).toEqual(['80×40', '2对']);
  });
});

test('a typical list is read completely, and lines that are not parts are listed', () => {
  const bill = read([
    '某某科技有限公司\t\t\t\t\t\t\t\t\t',
    '零件加工清单\t\t\t日期：2026-11-20\t\t\t\t\t\t',
    '序号\t图号\t名称\t料\t规格（mm）\t数量\t公差\t粗糙度\t检验\t重量',
    '1\tA-01\t支架\tAL6061\t80*40*10\t25\t±0.02\tRa0.8\t三坐标\t0.2',
    '2\tA-02\t轴\tQ235\tφ30×200\t10\t/\t-\t\t',
    '3\tA-03\t座\tTC4\t60*50*20\t2件\t±0.05\t1.6\t全检\t',
    '合计\t\t\t\t\t37\t\t\t\t',
    '制表：张三\t\t\t审核：李四\t\t\t\t\t\t',
  ]);
  const parts = bill.rows.map((row) => partOfRow(row, newPart, catalogue));
  expect(parts.map((part) => [part.name, chosen(part, '材料'), sizeOf(part), part.num])).toEqual([
    ['A-01 支架', 'AL6061-T6', '80×40×10', '25'],
    ['A-02 轴', 'Q235B', 'Ø30×30×200', '10'],
    ['A-03 座', '钛合金 TC4', '60×50×20', '2'],
  ]);
  expect(
    parts.map((part) => ['公差', '粗糙度', '检验', '表面处理'].map((name) => chosen(part, name))),
  ).toEqual([
    ['±0.02 mm', 'Ra0.8', '三坐标报告（CMM）', '无（保留刀纹）'],
    ['GB/T 1804-m', 'Ra3.2', '标准出厂检验', '无（保留刀纹）'],
    ['±0.05 mm', 'Ra1.6', '全尺寸全检', '无（保留刀纹）'],
  ]);
  expect(parts.map(isRed)).toEqual([false, false, false]);
  expect(parts[0]?.remark).toBe('重量：0.2');
  expect(bill.columns.filter(({ field }) => field === 'other').map(({ title }) => title)).toEqual(['重量']);
  expect(bill.ignoredLines).toEqual(['合计 37', '制表：张三 审核：李四']);
});

describe('a value that a list leaves out', () => {
  const row = (material: string, more = '') =>
    partsOf(`名称\t材料\t尺寸\t数量\n支架\t${material}\t50×40×10\t5${more}`)[0];

  test.each(['6061', 'SUS304', 'Q235', '45#', 'H62', 'TC4', 'PMMA透明'])(
    'means no finish for %s',
    (material) => {
      const part = row(material);
      expect(chosen(part, '表面处理')).toBe('无（保留刀纹）');
      expect(part?.assumed).toEqual({ finish: '无（保留刀纹）' });
      expect(isRed(part)).toBe(false);
    },
  );

  test.each(['ABS', 'POM', 'PC', 'PMMA'])('is red for %s, whose colour must be chosen', (material) => {
    expect(errorsOf(row(material))).toEqual([keyOf('材料颜色')]);
  });

  test.each([
    ['POM黑色', 'POM 赛钢', '黑色'],
    ['白色POM', 'POM 赛钢', '白色'],
    ['POM(黑)', 'POM 赛钢', '黑色'],
    ['ABS 白', 'ABS', '白色'],
    ['透明亚克力', 'PMMA 亚克力', '透明'],
  ])('may be part of the material: %s is %s in %s', (text, material, colour) => {
    const part = row(text);
    expect([chosen(part, '材料'), chosen(part, '材料颜色'), isRed(part)]).toEqual([material, colour, false]);
  });

  test('stays red where the material has no such colour or the words mean something else', () => {
    expect(chosen(row('ABS本色'), '材料颜色')).toBe('本色');
    expect(errorsOf(row('ABS本色'))).toEqual([keyOf('材料颜色')]);
    for (const text of ['6061黑色', 'PA66+GF30', '6061 T73', 'POM/ABS'])
      expect([text, chosen(row(text), '材料'), isRed(row(text))]).toEqual([text, text, true]);
  });

  test('is red where it is the material, also below a merged cell', () => {
    const parts = partsOf(
      '名称\t材料\t尺寸\t数量\nA\tSUS304\t50×40×10\t5\nB\t\t50×40×10\t5\nC\t\t50×40×10\t5',
    );
    expect(parts.map(errorsOf)).toEqual([[], ['material'], ['material']]);
    expect(parts.slice(1).map((part) => pricePart(part, catalogue).isPriced)).toEqual([false, false]);
    expect(errorsOf(partsOf('名称\t尺寸\t数量\nA\t50×40×10\t5')[0])).toEqual(['material']);
  });

  test('is red where it is the quantity or a side', () => {
    const [part] = partsOf('名称\t材料\t长\t宽\t高\t数量\nA\t6061\t50\t40\t\t');
    expect(errorsOf(part).toSorted()).toEqual(['height', 'num']);
  });

  test('is copied from the cell above for 同上', () => {
    const parts = partsOf(
      '名称\t材料\t尺寸\t数量\t表面处理\nA\tH62\t50×40×10\t5\t抛光\nB\t同上\t50×40×8\t5\t〃\nC\t"\t"\t"\t',
    );
    expect(parts.map((part) => [chosen(part, '材料'), sizeOf(part), chosen(part, '表面处理')])).toEqual([
      ['黄铜 H62', '50×40×10', '抛光'],
      ['黄铜 H62', '50×40×8', '抛光'],
      ['黄铜 H62', '50×40×8', '无（保留刀纹）'],
    ]);
  });
});

describe('sizes', () => {
  const written = textsBy(`
    Ø30×30×200 = 直径;长度 → φ30;200 | 直径;长 → 30;200 | D;L → 30;200 | Dia;Length → 30;200
      直径(cm);长度(cm) → 3;20 | 长;宽;高;直径 → ;;200;30 | Size → dia 30 x 200 | 长;宽;厚 → φ30;;200
      直径*长度 → 30*200 | 尺寸(φ×L) → 30×200 | 尺寸（直径×长） → 30×200 | Dia.;Len. → 30;200
      规格 → φ30×200 光轴
    Ø80×80×15 = 外径;内径;长度 → 80;40;15 | 外径（mm）;高 → 80;15 | φ;厚度 → 80;15
    80×40×10 = 长;宽;高;直径 → 80;40;10; | 长(cm);宽(cm);厚(cm) → 8;4;1 | 长/cm;宽/cm;厚/cm → 8;4;1
      长(cm);宽(cm);厚(cm) → 80mm;40mm;10mm | 尺寸(cm) → 8×4×1 | L×W×H → 80×40×10 | 长*宽*高 → 80*40*10
      成品尺寸 → L80 W40 H10 | 长mm;宽mm;高mm → 80;40;10 | 总长;总宽;总高 → 80;40;10 | 厚度;尺寸 → 10;80*40
      规格;厚 → 80*40*10;10 | 尺寸(cm);厚度(mm) → 8×4;10 | 尺寸;厚 → 8×4cm;10mm | 下料尺寸;成品尺寸 → 85×45×12;80×40×10 | 加工件最大尺寸 → 80×40×10
      尺寸（单位：cm） → 8×4×1 | 尺寸;尺寸单位 → 8×4×1;cm | 尺寸;单位 → 8×4×1;cm | 尺寸 → 8×4×1（cm）
      L cm;W cm;H cm → 8;4;1 | 長;寬;厚 → 80;40;10 | Länge;Breite;Dicke → 80;40;10
      规格 → 支架板 80×40×10 | 规格 → 80х40х10 | 尺寸 → 80×40×10​
    101.6×50.8×12.7 = 长（英寸）;宽（英寸）;厚（英寸） → 4;2;1/2 | L(in);W(in);H(in) → 4;2;0.5
      尺寸（inch） → 4×2×0.5 | 尺寸 → 4×2×0.5 单位：英寸
    101.6×50.8×25.4 = 外形尺寸 → 4"×2"×1"
  `);
  test.each(written)('%s is read from %s', (size, texts) => {
    for (const [titles = '', cells = ''] of texts.map((one) => one.replaceAll(';', '\t').split(' → '))) {
      const [part] = partsOf(`名称\t材料\t${titles}\t数量\n轴\t6061\t${cells}\t5`);
      expect([titles, cells, sizeOf(part), isRed(part)]).toEqual([titles, cells, size, false]);
    }
  });

  const unclear = listed(`
    长;宽;高;直径 → 80;40;10;8 | 长;宽;高 → 80;40;φ10 | 直径;长 → 30h7;200 | 直径 → 30 | 尺寸(cm) → 80 | 尺寸(cm);厚 → 8×4;1 | 规格;厚 → 80*40*10;12
    毛坯尺寸 → 85×45×12 | 规格 → 80×40×10 左右 | 规格 → 80×40×10，孔6个 | 规格 → 80×40×10 或按图
    长(m);宽(m);高(m) → 约1;1;1 | 规格 → φ30×5×80 | 规格 → 50×50×3方管 | 规格 → 直径80×40×10 | 尺寸 → D80×40×10
    尺寸 → 80×40×1' | 规格 → 下料 85×45×12 | 尺寸(ft) → 8×4×1 | 尺寸（mm/inch） → 80×40×10 | 规格 → max 80×40×10
  `);
  test.each(unclear)('%s stays red', (one) => {
    const [titles, cells] = one.replaceAll(';', '\t').split(' → ');
    expect(isRed(partsOf(`名称\t材料\t${titles}\t数量\n轴\t6061\t${cells}\t5`)[0])).toBe(true);
  });

  test('are in the unit stated above or below the table', () => {
    const table = ['名称\t材料\t尺寸\t数量', '支架\t6061\t8×4×1\t5'];
    const stated = [
      ['零件清单（单位：cm）', ...table],
      [...table, '注：尺寸单位均为厘米'],
    ];
    for (const lines of [...stated, ['Dimensions in cm', ...table]])
      expect(partsOf(lines).map(sizeOf)).toEqual(['80×40×10']);
    expect(read(stated[1] ?? []).ignoredLines).toEqual(['注：尺寸单位均为厘米']);
    expect(isRed(partsOf(['单位：cm', ...table, '单位：英寸'])[0])).toBe(true);
  });

  test('are found under two-line headings', () => {
    const [part] = partsOf('名称\t材料\t尺寸\t\t\t数量\n\t\t长\t宽\t高\t\n支架\t6061\t80\t40\t10\t5');
    expect([sizeOf(part), part?.num, chosen(part, '材料')]).toEqual(['80×40×10', '5', 'AL6061-T6']);
  });

  test('are distinguished from quantities under two-line headings', () => {
    const lines = [
      '名称\t材料\t尺寸\t数量\t',
      '\t\t\t样品\t量产',
      'A\t6061-T651\t80×40×10\t二\t',
      'B\t6061\t8×4×1cm\t2\t50',
    ];
    const parts = partsOf(lines);
    expect(parts.map((part) => [part.name, part.num, part.remark])).toEqual([
      ['A', '2', '材料：6061-T651'],
      ['B', '样品 2,量产 50', ''],
    ]);
  });

  test('are found under one heading over three columns', () => {
    const [part] = partsOf('名称\t材质\t外形尺寸（长×宽×高）\t\t\t数量\n支架\t6061\t80\t40\t10\t25');
    expect([sizeOf(part), part?.num, part?.remark]).toEqual(['80×40×10', '25', '']);
  });

  test('are found within the text of a list', () => {
    expect(sizeOf(partsOf('名称\t材料\t数量\n支架 80×40×10\t6061\t5')[0])).toBe('80×40×10');
    expect(sizeOf(partsOf('名称\t材料\t数量\t备注\n轴\t45#\t5\t光轴 φ30×200 去毛刺')[0])).toBe('Ø30×30×200');
    expect(isRed(partsOf('名称\t材料\t数量\n支架 80×40×10 或 90×40×10\t6061\t5')[0])).toBe(true);
  });

  test('are found beside the material in one cell', () => {
    const [part] = partsOf('名称\t规格\t数量\n支架\t6061 80×40×10\t5');
    expect([chosen(part, '材料'), sizeOf(part), isRed(part)]).toEqual(['AL6061-T6', '80×40×10', false]);
    const [other] = partsOf('名称\t规格\t数量\n支架\tQ345 80×40×10\t5');
    expect(isRed(other)).toBe(true);
  });

  test('are found row by row in a list without headings', () => {
    const parts = partsOf([
      '支架 6061 80*40*10 25件，急',
      '光轴 φ30×200 45# 10件 调质',
      '左 侧板 SUS304 120 × 60 × 8 mm 4 件',
      'D30×L200 销轴 2pcs H62',
      '垫块 POM黑色 50*40*10 5件',
      '盖板 铝6061 长80 宽40 高10 两件',
    ]);
    expect(parts.map((part) => [chosen(part, '材料'), sizeOf(part), part.num])).toEqual([
      ['AL6061-T6', '80×40×10', '25'],
      ['45#钢', 'Ø30×30×200', '10'],
      ['SUS304', '120×60×8', '4'],
      ['黄铜 H62', 'Ø30×30×200', '2'],
      ['POM 赛钢', '50×40×10', '5'],
      ['AL6061-T6', '80×40×10', '2'],
    ]);
    expect(chosen(parts[1], '热处理')).toBe('调质 HRC28–32');
  });
});

test('a part with labelled values is not a heading', () => {
  const lines = [
    'Bracket, AL6061-T6, 80 x 40 x 10 mm, qty 5, finish black',
    '支架，6061，尺寸80×40×10，数量5件',
  ];
  expect(lines.map((line) => partsOf(line).map(sizeOf))).toEqual([['80×40×10'], ['80×40×10']]);
});

test.each([
  '名称：支架 材料：6061 尺寸：80*40*10 数量：25 表面处理：黑色阳极',
  '名称：支架\n材料：6061\n尺寸：80*40*10\n数量：25\n表面处理：黑色阳极\n\n名称：轴\n材料：45#\n尺寸：φ30×200\n数量：1',
])('labelled values are not headings: %j', (text) => {
  const [part] = partsOf(text);
  expect([part?.name, chosen(part, '材料'), sizeOf(part), part?.num]).toEqual([
    '支架',
    'AL6061-T6',
    '80×40×10',
    '25',
  ]);
  expect([chosen(part, '表面处理'), isRed(part)]).toEqual(['阳极氧化（黑色）', false]);
});

describe('rows that are not parts', () => {
  const others = listed(`
    合计 | 总计： | 小 计 | 共计 35 件 | Total | 合计（件） | Sub total | 累计 | 运费 | 模具费用 | 税点 | Shipping
    标准件 轴承6204 | 外购 | 内六角螺钉 M6×20
  `);
  test.each(others)('%s', (text) => {
    const bill = read(`名称\t材料\t尺寸\t数量\n支架\t6061\t80×40×10\t35\n${text}\t\t\t35`);
    expect([bill.rows.length, bill.ignoredLines.length]).toEqual([1, 1]);
  });

  test('do not include parts with similar names', () => {
    for (const name of ['合计器支架', '小计', '运费架', '螺母座 M8', '标准件'])
      expect(read(`名称\t材料\t尺寸\t数量\n${name}\t6061\t80×40×10\t35`).rows).toHaveLength(1);
  });

  test('include repeated headings and the lines of a plain-text table', () => {
    const lines = [
      '名称\t材料\t尺寸\t数量',
      '支架\t6061\t80×40×10\t35',
      '名称\t材料\t尺寸\t数量',
      '座\t6061\t80×40×10\t1',
    ];
    expect(read(lines).rows).toHaveLength(2);
    const table = read([
      '| 名称 | 材料 | 尺寸 | 数量 |',
      '|---|---|---|---|',
      '| 支架 | 6061 | 80×40×10 | 35 |',
    ]);
    expect(table.rows).toEqual([expect.objectContaining({ name: '支架', material: '6061', num: '35' })]);
  });
});

describe('a remark never hides work', () => {
  const remarked = (remark: string, material = '6061') =>
    partsOf(`名称\t材料\t尺寸\t数量\t备注\n支架\t${material}\t80×40×10\t5\t${remark}`)[0];

  test.each([
    ['公差±0.02', '6061', '公差', '±0.02 mm'],
    ['表面发黑', '45#', '表面处理', '发黑'],
    ['去毛刺，黑色阳极', '6061', '表面处理', '阳极氧化（黑色）'],
    ['Ra0.8；倒角', '6061', '粗糙度', 'Ra0.8'],
    ['调质', '45#', '热处理', '调质 HRC28–32'],
    ['检验：三坐标', '6061', '检验', '三坐标报告（CMM）'],
    ['4-M4', '6061', '螺纹', 'M3–M6（≤4 孔）'],
    ['4-M4，2-M6', '6061', '螺纹', 'M3–M6（5–12 孔）'],
    ['硬氧黑', '6061', '表面处理', '硬质阳极氧化（黑色）'],
    ['透明', 'PC', '材料颜色', '透明'],
  ])('%s on %s is %s %s', (remark, material, process, option) => {
    const part = remarked(remark, material);
    expect(part?.remark).toBe(remark);
    expect([chosen(part, process), isRed(part)]).toEqual([option, false]);
  });

  test('work that is not understood is red', () => {
    for (const remark of [
      '出三坐标报告',
      '公差±0.03',
      '镀金',
      'M4',
      '表面阳极',
      '硬氧',
      '氮化',
      '阳极',
      '孔φ10H7',
      '平面度0.02',
      '4-M4牙套',
      '材料改7075',
      '客供料',
      '料自备',
      '单位：cm',
      '尺寸为毛坯',
      '去应力',
      '数量改10',
      '取消',
      '公差±0.02，±0.05',
    ])
      expect([remark, isRed(remarked(remark)), remarked(remark)?.remark]).toEqual([remark, true, remark]);
  });

  test('a process can be declined, even one that the material does not have', () => {
    const [part] = partsOf(
      '名称\t材料\t尺寸\t数量\t热处理\t打标\t备注\n支架\t6061\t80×40×10\t5\t无\t/\t不要表面处理；不需热处理',
    );
    expect([isRed(part), chosen(part, '表面处理'), chosen(part, '打标')]).toEqual([
      false,
      '无（保留刀纹）',
      '无',
    ]);
    expect(isRed(partsOf('名称\t材料\t尺寸\t数量\t热处理\n支架\t6061\t80×40×10\t5\t时效')[0])).toBe(true);
  });

  test('other remarks change nothing', () => {
    for (const remark of ['去毛刺', '锐边倒角', '急件', '请按图加工', 'H62 样品另附'])
      expect([remark, isRed(remarked(remark))]).toEqual([remark, false]);
  });
});

test('details that the chosen option does not name stay in the remark', () => {
  const [part] = partsOf('名称\t材料\t尺寸\t数量\t螺纹\n支架\t6061\t80×40×10\t5\t4-M4深10');
  expect(part?.remark).toBe('螺纹：4-M4深10');
});

describe('a quantity', () => {
  test.each([
    ['数量\t单位', '25\t件', '25'],
    ['数量\t单位', '25\tPCS', '25'],
    ['数量\t单位', '25\t对', '25对'],
    ['单台数量\t总数量', '2\t50', '50'],
    ['数量\t总数量', '2\t50', '2，共 50'],
    ['数量\t总数量', '50\t50', '50'],
    ['数量(件)\t数量(套)', '2\t10', '2，共 10'],
    ['单套数量\t套数', '2\t10', ''],
    ['订单数量', '1k', '1000'],
    ['Qty', '25 pcs', '25'],
    ['数量', '二十五件', '25'],
    ['样品', '5', '5'],
    ['数量', '首批5件', '5'],
    ['数量（千件）', '2', '2000'],
    ['数量（打）', '2', '2打'],
    ['数量', '各2', '各2'],
  ])('%j with %j is %j', (titles, cells, num) => {
    expect(partsOf(`名称\t材料\t尺寸\t${titles}\n支架\t6061\t80×40×10\t${cells}`)[0]?.num).toBe(num);
  });
});

test('columns that together state one value are read together', () => {
  const part = (titles: string, cells: string) =>
    partsOf(`名称\t尺寸\t数量\t${titles}\n支架\t80×40×10\t5\t${cells}`)[0];
  expect(chosen(part('材料\t牌号', '铝合金\t7075'), '材料')).toBe('AL7075-T6');
  expect(chosen(part('材料\t喷砂\t阳极', '6061\t√\t黑色'), '表面处理')).toBe('喷砂+阳极氧化（黑色）');
  expect(chosen(part('材料\tM3\tM4', '6061\t2\t4'), '螺纹')).toBe('M3–M6（5–12 孔）');
  expect(isRed(part('材料\t牌号', '6061\t7075'))).toBe(true);
  expect(isRed(part('材料\t材料状态', '6061\tT4'))).toBe(true);
});

test('a colour in its own column applies to the material or to the finish', () => {
  const colourOf = (material: string, finish: string, colour: string) => {
    const [part] = partsOf(
      `名称\t材料\t尺寸\t数量\t表面处理\t颜色\n支架\t${material}\t80×40×10\t5\t${finish}\t${colour}`,
    );
    return [chosen(part, '表面处理'), chosen(part, '材料颜色'), isRed(part)];
  };
  expect(colourOf('6061', '阳极氧化', '黑色')).toEqual(['阳极氧化（黑色）', '', false]);
  expect(colourOf('POM', '', '黑')).toEqual(['无（保留刀纹）', '黑色', false]);
  expect(colourOf('6061', '', '黑色')).toEqual(['无（保留刀纹）', '黑色', true]);
});
