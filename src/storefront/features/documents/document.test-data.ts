import type { QuotationDocument, QuotationSnapshot } from '#contract/orders/documents.ts';

type Line = QuotationSnapshot['items'][number];

/** A line of a quotation: 10 brackets. */
export function buildLine(overrides: Partial<Line> = {}): Line {
  return {
    lineNo: 1,
    name: '支架',
    materialName: 'AL6061-T6',
    size: [120, 60, 20],
    num: 10,
    processes: [
      { processName: '表面处理', optionName: '喷砂+阳极氧化' },
      { processName: '喷砂+阳极氧化', optionName: '黑色' },
      { processName: '公差', optionName: 'GB/T 1804-m' },
      { processName: '热处理', optionName: '无' },
      { processName: '螺纹', optionName: '无螺纹' },
    ],
    unitPrice: '71.36',
    amount: '713.57',
    days: 5.93,
    remark: '',
    ...overrides,
  };
}

interface Overrides extends Partial<Omit<QuotationDocument, 'snapshot'>> {
  snapshot?: Partial<QuotationSnapshot>;
}

/** The valid document of one line. */
export function buildDocument({ snapshot, ...overrides }: Overrides = {}): QuotationDocument {
  return {
    snapshot: {
      orderNo: 'Q20261120-0001',
      revision: 1,
      issuedAt: '2026-11-20T02:00:00.000Z',
      validUntil: '2026-12-05T15:59:59.999Z',
      promisedDate: '2026-12-03',
      issuer: { name: '示例机加工厂', address: '', phone: '' },
      customer: { company: '示例客户公司', contactName: '李工', phone: '13800000000', address: '' },
      items: [buildLine()],
      remark: '',
      total: '713.57',
      totalInWords: '柒佰壹拾叁元伍角柒分',
      taxNote: '以上价格含 13% 增值税',
      terms: ['质量异议请在收货后 7 日内提出'],
      ...snapshot,
    },
    seals: { issuer: '', customer: '' },
    pictures: {},
    status: 'valid',
    code: '0123456789ABCDEFGHJK',
    verifyUrl: 'https://quote.test/verify/0123456789ABCDEFGHJK',
    hash: 'ab'.repeat(32),
    ...overrides,
  };
}
