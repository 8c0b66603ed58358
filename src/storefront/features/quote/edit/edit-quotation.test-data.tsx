import { screen, within } from '@testing-library/react';
import { ok, refusal, type Answer, type SentRequest } from '#providers/fake-server.test-data.ts';
import { partCard, renderQuote } from '../render-quote.test-data.tsx';

export const part = {
  name: '法兰',
  material: 1,
  num: 10,
  length: 120,
  width: 60,
  height: 20,
  process_10: 13,
  process_13: 132,
  process_20: 21,
};
export const item = {
  ...part,
  id: 1,
  lineNo: 1,
  remark: '',
  materialName: 'AL6061',
  processes: [],
  sub_total: 700,
  delivery_time: 5,
  line_total: 700,
  line_days: 5,
  trace: {},
};
/** Saved at a price that differs from today's 709.95. */
export const quotation = {
  id: 12,
  orderNo: 'Q20261120-0001',
  revision: 2,
  version: 4,
  status: 'quoted',
  price: '700.00',
  delivery_time: 5,
  isExpired: false,
  validUntil: '2026-12-05T23:59:59.999+08:00',
  updatedAt: '2026-11-20T10:00:00+08:00',
  summary: '法兰×10',
  contactName: '李工',
  contactPhone: '',
  address: '上海',
  remark: '',
  items: [item],
  files: [],
  models: [],
  charges: [],
  gates: [],
  history: [],
  revisions: [],
};

export const dialog = () => within(screen.getByRole('dialog'));
export const bodies = (sent: SentRequest[], method: string, url: string) =>
  sent.filter((request) => request.method === method && request.url === url).map(({ body }) => body);

export async function openEdit(
  server: Record<string, (request: SentRequest) => Answer> = {},
  order: object = quotation,
) {
  const answers = { 'GET /order/12/withExt': () => ok(order), ...server };
  return renderQuote({ path: '/mfr/12', server: answers });
}

export const quantity = () => within(partCard('法兰')).getByLabelText<HTMLInputElement>('数量');
export const save = () => screen.getByRole('button', { name: '保存为新版本' });

/** The version that another user saved. */
export const theirs = {
  ...quotation,
  revision: 3,
  version: 5,
  price: '900.00',
  summary: '法兰×99',
  items: [{ ...item, num: 99 }],
};

/** Edits the quotation and saves it against another user's version. */
export async function saveAgainst(other: object) {
  let stored: object = quotation;
  const refusals: Answer[] = [refusal(409, '数据已被他人修改', 'record.changed', { data: other })];
  const opened = await openEdit({
    'GET /order/12/withExt': () => ok(stored),
    'PUT /order/12': () => refusals.shift() ?? ok({ ...quotation, revision: 4, version: 6 }, '报价已保存'),
  });
  await opened.user.clear(quantity());
  await opened.user.type(quantity(), '20');
  stored = other;
  await opened.user.click(save());
  await opened.user.click(dialog().getByRole('button', { name: '保存' }));
  return opened;
}
