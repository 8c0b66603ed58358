import sharp from 'sharp';
import { drawQuotation, type QuotationToDraw } from '../src/server/modules/documents/quotation-pdf.ts';
import { median, type Figure, type Part } from './figure.ts';
import { atScale } from './scale.ts';

const ROUNDS = atScale(1, 15);

/** The sealed quotation as a PDF, drawn in this thread; the server draws it in a worker thread. */
export const documents: Part = {
  title: 'Quotation as a PDF',
  async measure() {
    const figures: Figure[] = [];
    const seals = { issuer: await stamp('#c81e1e'), customer: await stamp('#1e40c8') };
    for (const [count, target] of [
      [1, undefined],
      [10, { atMost: 300 }],
      [200, undefined],
    ] as const) {
      const quotation = buildQuotation(count, seals);
      await drawQuotation(quotation);
      const times: number[] = [];
      let size = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const start = performance.now();
        size = (await drawQuotation(quotation)).length;
        times.push(performance.now() - start);
      }
      figures.push(
        { name: `${count} items, drawn`, value: median(times), unit: 'ms', ...(target ? { target } : {}) },
        {
          name: `${count} items, file`,
          value: size / 1024,
          unit: 'KB',
          ...(count === 10 ? { target: { atMost: 400 } } : {}),
        },
      );
    }
    return figures;
  },
};

/** A seal as the server stores it. */
async function stamp(colour: string): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="0 0 100 100">
    <circle cx="50" cy="50" r="44" fill="none" stroke="${colour}" stroke-width="5"/>
    <path fill="${colour}" d="M50 26l6 17h18l-14 11 5 18-15-11-15 11 5-18-14-11h18z"/></svg>`;
  const png = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

function buildQuotation(count: number, seals: QuotationToDraw['seals']): QuotationToDraw {
  const processes = [
    '表面处理 喷砂+阳极氧化',
    '公差 GB/T 1804-m',
    '粗糙度 Ra3.2',
    '螺纹 M3–M6',
    '打标 激光打标',
  ].map((words) => ({
    processName: words.split(' ')[0] ?? '',
    optionName: words.slice(words.indexOf(' ') + 1),
  }));
  const items = Array.from({ length: count }, (_, index) => ({
    lineNo: index + 1,
    name: `支架 ${index + 1}`,
    materialName: 'AL6061-T6',
    size: [120, 60, 20.5],
    num: 50 + index,
    processes,
    unitPrice: '71.36',
    amount: '3568.00',
    days: 5.93,
    remark: '去毛刺，锐边倒钝',
  }));
  const code = '0123456789ABCDEFGHJK';
  return {
    snapshot: {
      orderNo: 'Q20261121-0001',
      revision: 1,
      issuedAt: '2026-11-21T06:00:00.000Z',
      validUntil: '2026-12-06T15:59:59.999Z',
      promisedDate: '2026-12-01',
      issuer: { name: '示例机加工厂', address: '上海市示例路 1 号', phone: '021-1234' },
      customer: { company: '示例客户公司', contactName: '张工', phone: '', address: '苏州市示例街 2 号' },
      items,
      remark: '',
      total: '35680.00',
      totalInWords: '叁万伍仟陆佰捌拾元整',
      taxNote: '以上价格含 13% 增值税',
      terms: ['交期自订单确认之日起算', '质量异议请在收货后 7 日内提出'],
    },
    seals,
    pictures: {},
    code,
    verifyUrl: `https://quote.example.com/verify/${code}`,
    hash: 'ab'.repeat(32),
  };
}
