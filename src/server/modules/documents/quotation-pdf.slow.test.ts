import { describe, expect, test } from 'vitest';
import { dataUri, noise, stamp } from '#tests/support/data/seal-pictures.ts';
import { blockThumbnail } from '#tests/support/models/thumbnails.ts';
import { drawPartPicture, drawSeal } from '#server/modules/pictures/draw-picture.service.ts';
import { pageCountOf, textsOf } from '#tests/support/data/pdf-text.ts';
import { drawQuotation, type QuotationToDraw } from './quotation-pdf.ts';
import { buildQuotation } from './quotations.test-data.ts';

/** Adds pictures of different parts to some lines. */
async function withPictures(
  { snapshot, ...rest }: QuotationToDraw,
  hasPicture: (lineNo: number) => boolean,
): Promise<QuotationToDraw> {
  const pictures: Record<string, string> = {};
  for (const { lineNo } of snapshot.items.filter((item) => hasPicture(item.lineNo))) {
    pictures[`hash-${lineNo}`] = dataUri((await drawPartPicture(await blockThumbnail(lineNo)))!);
  }
  const items = snapshot.items.map((item) =>
    hasPicture(item.lineNo) ? { ...item, picture: `hash-${item.lineNo}` } : item,
  );
  return { ...rest, snapshot: { ...snapshot, items }, pictures };
}

describe('a quotation as a PDF', () => {
  test.each([
    ['stamps', () => stamp(480)],
    ['noise', () => noise(300)],
  ])('with two seals of %s stays small, on one page, with the same bytes', async (_name, make) => {
    const [issuer, customer] = [
      await drawSeal('server', await make()),
      await drawSeal('server', await make()),
    ].map((png) => dataUri(png));
    const quotation = buildQuotation(10, {}, { issuer: issuer!, customer: customer! });
    const pdf = Buffer.from(await drawQuotation(quotation));
    expect(pageCountOf(pdf)).toBe(1);
    expect(pdf.length).toBeLessThan(400 * 1024);
    expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length).toBeGreaterThan(1);
    // Concurrent runs decode images in any order, which must not affect the bytes.
    const again = await Promise.all(Array.from({ length: 12 }, () => drawQuotation(quotation)));
    expect(again.filter((other) => !pdf.equals(Buffer.from(other)))).toEqual([]);
  });

  test.each([
    [1, 1],
    [15, 1],
    [200, 9],
  ])('of %i items with pictures has %i pages and stays small, with the same bytes', async (count, pages) => {
    const quotation = await withPictures(buildQuotation(count), () => true);
    const pdf = Buffer.from(await drawQuotation(quotation));
    expect(pageCountOf(pdf)).toBe(pages);
    expect(pdf.length).toBeLessThan(400 * 1024);
    expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(count);
    const texts = textsOf(pdf);
    expect(texts.filter(({ text }) => text.startsWith('支架'))).toHaveLength(count);
    // The text is next to its picture.
    expect(new Set(texts.filter(({ text }) => text.startsWith('支架')).map(({ x }) => x))).toEqual(
      new Set([101]),
    );
    expect(pdf.equals(Buffer.from(await drawQuotation(quotation)))).toBe(true);
  });

  test('embeds a picture shared by parts once, and makes their rows high enough for it', async () => {
    const { snapshot, ...rest } = await withPictures(buildQuotation(24), (line) => line === 1);
    const [picture = ''] = Object.keys(rest.pictures);
    const items = snapshot.items.map((item) => ({ ...item, processes: [], picture }));
    const plain = await drawQuotation(
      buildQuotation(24, { items: items.map(({ picture: _p, ...item }) => item) }),
    );
    const pdf = await drawQuotation({ ...rest, snapshot: { ...snapshot, items } });
    expect(
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Subtype \/Image/g),
    ).toHaveLength(1);
    // 24 rows fit on a page at 18 points each, but not at 29.
    expect([pageCountOf(plain), pageCountOf(pdf)]).toEqual([1, 2]);
  });

  test('of ten usual items has one page, with colours, threads, remarks, terms and both seals', async () => {
    const processes = [
      ['表面处理', '喷砂+阳极氧化'],
      ['喷砂+阳极氧化', '黑色'],
      ['公差', 'GB/T 1804-m'],
      ['粗糙度', 'Ra1.6'],
      ['螺纹', 'M3–M6（≤4 孔）'],
      ['热处理', '无'],
      ['打标', '激光打标'],
      ['检验', '标准出厂检验'],
      ['随货文件', '材质证明（质保书）'],
      ['清洗包装', '标准包装'],
    ].map(([processName = '', optionName = '']) => ({ processName, optionName }));
    const { items } = buildQuotation(10).snapshot;
    const seal = dataUri(await drawSeal('server', await stamp(480)));
    const address = '江苏省苏州市工业园区星湖街 328 号创意产业园 5 幢 201 室';
    const quotation = buildQuotation(
      10,
      {
        issuer: { name: '示例精密机械有限公司', address, phone: '0512-12345678' },
        customer: {
          company: '示例客户公司',
          contactName: '李工',
          phone: '13800000000',
          address,
          taxNumber: '91310000MA1K3ABC2D',
        },
        items: items.map((item) => ({
          ...item,
          name: `左侧支架底座连接板 ${item.lineNo}`,
          num: 7,
          processes,
          remark: '图号 QM-2026-0012-A，锐边倒角 C0.5',
        })),
        remark: '请分两批发货，第一批 12 月 1 日前。',
        taxNote: '以上价格含 13% 增值税',
        terms: [
          '本报价单按客户提供的规格与所选工艺计算',
          '交期自订单确认并收到完整图纸之日起算',
          '质量异议请在收货后 7 日内提出',
        ],
      },
      { issuer: seal, customer: seal },
    );
    expect(pageCountOf(await drawQuotation(quotation))).toBe(1);
  });
});

test('the PDF prints the URL for entering its code by hand', async () => {
  const quotation = buildQuotation(1);
  const { code } = quotation;
  const words = textsOf(await drawQuotation(quotation)).map(({ text }) => text);
  expect(words.join('')).toContain('或在 quote.test/verify 输入验证码');
  expect(words).toContain(`${code.slice(0, 5)}-${code.slice(5, 10)}-`);
});
