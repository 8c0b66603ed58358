import { fillCustomers, fillOrders } from './back-office-data.ts';
import { median, repeat, type Part } from './figure.ts';
import { atScale } from './scale.ts';
import {
  firstPart,
  placeOrder,
  REPEATS,
  timeAnswers,
  withBackOffice,
  type ServedBackOffice,
} from './served-back-office.ts';

const REQUESTS = atScale(1_000, 100_000);
const LINES = 200;

const desk = [
  '/quote-desk',
  '/quote-desk/counts',
  `/quote-desk?pageIndex=${REQUESTS / 20}`,
  '/quote-desk?owner=mine',
  '/quote-desk?owner=free&due=late',
  '/quote-desk?approval=waiting',
  '/quote-desk?orderNo=99999',
  '/quote-desk?customer=buyer199',
];

/** The desk for pricing requests, and an offer with the largest number of lines. */
export const requests: Part = {
  title: `Quote desk with ${REQUESTS.toLocaleString('en-US')} requests, one request at a time, without the network`,
  measure: () =>
    withBackOffice(async (shop) => {
      await fillCustomers(shop.client);
      await fillOrders(shop.client, { from: 0, to: REQUESTS });
      await shop.client.query(asRequests);
      await shop.refreshStatistics();
      const figures = await timeAnswers(shop, 'admin', desk, 50);
      const [, ...measured] = await repeat(REPEATS + 1, () => sendOffer(shop));
      return [
        ...figures,
        {
          name: `offer of ${LINES} lines priced by hand, sent and its document fetched`,
          value: median(measured.map(({ offerMs, fileMs }) => offerMs + fileMs)),
          unit: 'ms',
          target: { atMost: 1_000 },
        },
        { name: '  of it the offer', value: median(measured.map(({ offerMs }) => offerMs)), unit: 'ms' },
        {
          name: '  of it the document as a PDF',
          value: median(measured.map(({ fileMs }) => fileMs)),
          unit: 'ms',
        },
      ];
    }),
};

/** Turns all orders into requests: half of them have an owner, and a third is late. */
const asRequests = `
  update orders set status = 'requested', placed_at = null, shipped_at = null, requested_at = created_at,
    reply_due_at = now() + make_interval(mins => (id % 3000)::int - 1000),
    owner_id = case when id % 2 = 0 then (select user_id from sys_user where username = 'admin') end`;

/** Places a request and answers it with a manual price and a reason for every line. */
async function sendOffer(shop: ServedBackOffice): Promise<{ offerMs: number; fileMs: number }> {
  const item = await firstPart(shop);
  const items = Array.from({ length: LINES }, (_, n) => ({ ...item, num: n + 1, name: `零件${n + 1}` }));
  const id = await placeOrder(shop, items, 'requested');
  const opened = await shop.send('GET', `/order/${id}/withExt`, 'admin');
  const { version } = opened.data as { version: number };
  const lines = items.map((_, n) => ({
    lineNo: n + 1,
    kind: 'price',
    amount: 100 + n,
    days: 7,
    reason: '需五轴加工，按图核价',
  }));
  const offered = await shop.send('POST', `/order/${id}/offer`, 'admin', { lines, validDays: 15, version });
  const file = await shop.send('GET', `/order/${id}/quotation.pdf`, 'demo');
  return { offerMs: offered.tookMs, fileMs: file.tookMs };
}
