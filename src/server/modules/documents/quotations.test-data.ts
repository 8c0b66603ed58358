import type { QuotationToDraw } from './quotation-pdf.ts';

const unsealed = { issuer: '', customer: '' };

/** A quotation with the given number of items, ready to draw. */
export function buildQuotation(
  count: number,
  more: Partial<QuotationToDraw['snapshot']> = {},
  seals: QuotationToDraw['seals'] = unsealed,
): QuotationToDraw {
  const items = Array.from({ length: count }, (_, index) => ({
    lineNo: index + 1,
    name: `支架 ${index + 1}`,
    materialName: 'AL6061-T6',
    size: [120, 60, 20.5],
    num: 50,
    processes: [
      { processName: '表面处理', optionName: '喷砂+阳极氧化' },
      { processName: '公差', optionName: 'GB/T 1804-m' },
    ],
    unitPrice: '71.36',
    amount: '3568.00',
    days: 5.93,
    remark: '',
  }));
  const snapshot = {
    orderNo: 'Q20261121-0001',
    revision: 1,
    issuedAt: '2026-11-21T06:00:00.000Z',
    validUntil: '2026-12-06T15:59:59.999Z',
    promisedDate: '2026-12-01',
    issuer: { name: '示例机加工厂', address: '', phone: '' },
    customer: { company: '示例客户公司', contactName: '', phone: '', address: '' },
    items,
    remark: '',
    total: '3568.00',
    totalInWords: '叁仟伍佰陆拾捌元整',
    taxNote: '',
    terms: [],
    ...more,
  };
  const code = '0123456789ABCDEFGHJK';
  return {
    snapshot,
    seals,
    pictures: {},
    code,
    verifyUrl: `https://quote.test/verify/${code}`,
    hash: 'ab'.repeat(32),
  };
}
