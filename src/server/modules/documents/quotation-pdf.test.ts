import { describe, expect, test } from 'vitest';
import { multiply } from '#tests/support/data/clerk.ts';
import { linesOf, pageCountOf, textsOf } from '#tests/support/data/pdf-text.ts';
import { canonicalJson } from '#server/system/canonical-json.ts';
import { drawQuotation } from './quotation-pdf.ts';
import { buildQuotation } from './quotations.test-data.ts';

describe('a quotation as a PDF', () => {
  test('has the same bytes for the same quotation, and different ones for another', async () => {
    const one = Buffer.from(await drawQuotation(buildQuotation(3)));
    expect(one.equals(Buffer.from(await drawQuotation(buildQuotation(3))))).toBe(true);
    expect(one.equals(Buffer.from(await drawQuotation(buildQuotation(3, { remark: '急' }))))).toBe(false);
  });

  test('prints the data for invoices and transfers below the address, still on one page with ten items', async () => {
    const payment = {
      title: '上海示例精密机械加工有限公司',
      taxNumber: '91310000ABCDEFGH1X',
      bank: '中国工商银行股份有限公司上海市松江支行',
      account: '1001 2345 6789 0123 456',
    };
    const name = '示例机加工厂';
    const issuer = { name, address: '上海市示例路 1 号', phone: '021-12345678', payment };
    const pdf = await drawQuotation(buildQuotation(10, { issuer }));
    expect(pageCountOf(pdf)).toBe(1);
    const printed = linesOf(textsOf(pdf)).join('\n');
    expect(printed).toContain('抬头 上海示例精密机械加工有限公司　税号 91310000ABCDEFGH1X');
    expect(printed).toContain('开户行 中国工商银行股份有限公司上海市松江支行　账号 1001 2345 6789 0123 456');

    const bare = await drawQuotation(
      buildQuotation(1, { issuer: { name, address: '', phone: '', payment } }),
    );
    const firstLineAt = (file: Uint8Array, start: string) =>
      textsOf(file).find(({ text }) => text.startsWith(start))?.y;
    expect(firstLineAt(bare, '抬头')).toBe(firstLineAt(pdf, '上海市示例路'));
  });

  test.each([
    [1, 1],
    [10, 1],
    [60, 3],
    [200, 8],
  ])('of %i items has %i pages and stays small', async (count, pages) => {
    const pdf = await drawQuotation(buildQuotation(count));
    expect(pageCountOf(pdf)).toBe(pages);
    expect(pdf.length).toBeLessThan(400 * 1024);
  });

  test('accepts texts of any length, and prints drawing symbols, rare characters and emoji, and a mark for missing glyphs', async () => {
    const long = '非常长的名称'.repeat(40);
    const pdf = await drawQuotation(
      buildQuotation(2, {
        remark: `${'𠮷😀'.repeat(20)} 4-⌀5.5 ⌖ ⏥ ⌭ ⌴ ⌵ ↧ 10⁻³⁺⁰ 한국 č กM`,
        issuer: { name: long, address: 'x'.repeat(500), phone: '1' },
      }),
    );
    const printed = linesOf(textsOf(pdf)).flat().join('');
    expect(printed.match(/𠮷😀/gu)).toHaveLength(20);
    expect(printed).toContain('4-⌀5.5 ⌖ ⏥ ⌭ ⌴ ⌵ ↧ 10⁻³⁺⁰ 한국 č 〓M');
  });
});

describe('the lines of the PDF', () => {
  const plain = buildQuotation(1).snapshot.items[0]!;
  const linesWith = async (items: readonly (typeof plain)[]) =>
    linesOf(textsOf(await drawQuotation(buildQuotation(0, { items: [...items] }))));

  test('have unit prices that multiply to the sub-total, with a note where it is rounded', async () => {
    const lines = await linesWith([
      { ...plain, lineNo: 1, num: 1000, amount: '37448.66' },
      { ...plain, lineNo: 2, num: 10, amount: '713.57' },
      { ...plain, lineNo: 3, num: 50, amount: '3568.00' },
    ]);
    const heads = lines.find(([first]) => first === '序号') ?? [];
    expect(heads).toContain('折合单价（元）');
    const rows = lines.filter(([first = '']) => /^[123]$/.test(first));
    const at = (head: string) => heads.indexOf(head);
    expect(
      rows.map((row) =>
        multiply(row[at('折合单价（元）')] ?? '', row[at('数量')] ?? '', row[at('小计（元）')] ?? ''),
      ),
    ).toEqual(['explained by four decimals', 'exact', 'exact']);
    expect(rows.map((row) => row[at('工作日')])).toEqual(['6', '6', '6']);
    expect(lines.flat().filter((text) => text.includes('金额以小计为准'))).toHaveLength(1);
    const exact = await linesWith([plain]);
    expect(exact.flat().filter((text) => text.includes('以小计为准'))).toEqual([]);
  });

  test('show the colour with its finish, and omit options that mean none', async () => {
    const processes = [
      { processName: '表面处理', optionName: '喷砂+阳极氧化' },
      { processName: '喷砂+阳极氧化', optionName: '黑色' },
      { processName: '热处理', optionName: '无' },
      { processName: '螺纹', optionName: '无螺纹' },
      { processName: '公差', optionName: 'GB/T 1804-m' },
    ];
    const lines = await linesWith([{ ...plain, processes }]);
    expect(lines).toContainEqual(['表面处理 喷砂+阳极氧化（黑色）；公差 GB/T 1804-m']);
  });
});

test('canonical JSON has exactly one form per value', () => {
  expect(canonicalJson({ b: [1, { d: null, c: '"' }], a: true, B: 0.1 })).toBe(
    '{"B":0.1,"a":true,"b":[1,{"c":"\\"","d":null}]}',
  );
  expect(() => canonicalJson({ a: undefined })).toThrow(TypeError);
  expect(() => canonicalJson([Number.NaN])).toThrow(TypeError);
});
