import { randomBytes, randomUUID } from 'node:crypto';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import type { Api } from '../app/api.ts';
import { form, formPart, formType } from '../data/files.ts';
import { percentile, type Arrived, type LoadOperation } from './open-load.ts';
import { addPerson } from '../data/people.ts';
import { buildItem, buildOrder, readCatalogue } from '../data/quotations.ts';

/** The promised latency of an operation, in ms. */
export interface Promised {
  p50?: number;
  p99: number;
}

/** Keyed by the names of the operations below. */
export const promised: Readonly<Record<string, Promised>> = {
  'catalogue, 304': { p50: 3, p99: 30 },
  'catalogue, 200': { p50: 10, p99: 80 },
  quote: { p50: 15, p99: 150 },
  'place order': { p50: 40, p99: 300 },
  'back-office list': { p50: 30, p99: 300 },
  'sign in': { p50: 80, p99: 800 },
  export: { p99: 10_000 },
};

export interface Latency {
  name: string;
  n: number;
  p50: number;
  p99: number;
  promised?: Promised;
  isKept: boolean;
}

/** The latencies in ms of each operation of a load that has arrived. */
export function latenciesOf(arrived: readonly Arrived[]): Latency[] {
  return [...new Set(arrived.map(({ name }) => name))].map((name) => {
    const times = arrived.filter((one) => one.name === name).map(({ elapsedMs }) => elapsedMs);
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    const limit = promised[name];
    const isKept = !limit || (p99 <= limit.p99 && p50 <= (limit.p50 ?? Infinity));
    return { name, n: times.length, p50, p99, ...(limit ? { promised: limit } : {}), isKept };
  });
}

const round = (ms: number) => (ms < 10 ? ms.toFixed(1) : String(Math.round(ms)));

/** `8/41 ms`: the median and the 99th percentile. */
export const latencyText = ({ p50, p99 }: Pick<Latency, 'p50' | 'p99'>): string =>
  `${round(p50)}/${round(p99)} ms`;

const CUSTOMERS = 200;
const STAFF = 20;
const MB = 1024 * 1024;

/** Lists as requested by the back office: filtered and sorted, of orders, sign-ins and operations. */
const lists = [
  '/order?pageSize=50',
  '/order?pageSize=50&status=producing&priceOrder=desc',
  '/order?pageSize=50&promisedDateOrder=asc',
  '/order?pageSize=50&pageIndex=40&status=completed&priceOrder=asc',
  '/order?pageSize=50&username=buyer199',
  '/order/counts',
  '/sys-login-log?pageSize=50',
  '/sys-login-log?pageSize=50&status=1',
  '/sys-opera-log?pageSize=50&latencyMsOrder=desc',
  '/sys-opera-log?pageSize=50&status=2',
  '/sys-user?pageSize=50&usernameOrder=asc',
];

const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)]!;

/**
 * 200 customers who read, quote, order, upload and sign in, 20 members of staff who read lists, and an export
 * each minute: about 55 requests per second.
 */
export async function loadModel(
  app: Api,
  password: { username: string; password: string },
): Promise<LoadOperation[]> {
  const add = async (roleKey: 'customer' | 'admin', count: number) => {
    const tokens: string[] = [];
    while (tokens.length < count) tokens.push((await addPerson(app, { roleKey })).token);
    return tokens;
  };
  const [customers, staff] = [await add('customer', CUSTOMERS), await add('admin', STAFF)];
  const who = { token: customers[0]! };
  const catalogue = await readCatalogue(app, who);
  const path = '/material?pageIndex=1&pageSize=20';
  const seen = await app.send('GET', path, who);
  const etag = String(seen.headers['etag']);

  const part = (): QuotationItem =>
    buildItem(catalogue, {
      materialIndex: Math.floor(Math.random() * catalogue.materials.length),
      num: 1 + Math.floor(Math.random() * 200),
    });
  const cart = (parts: number) => JSON.stringify({ items: Array.from({ length: parts }, part) });
  // Most carts are small; one in twenty has fifty parts.
  const carts = Array.from({ length: 200 }, (_, n) => cart(n % 20 === 0 ? 50 : 1 + (n % 6)));
  const orders: string[] = [];
  for (let n = 0; n < 20; n += 1)
    orders.push(JSON.stringify(await buildOrder(app, who, Array.from({ length: 1 + (n % 5) }, part))));
  const drawing = (mb: number) =>
    form(formPart('file', '图纸.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(mb * MB)])));
  const drawings = [5, 10, 20].map(drawing);

  let address = 0;
  const customer = () => ({ token: pick(customers) });
  return [
    {
      name: 'catalogue, 304',
      perSecond: 12,
      next: () => ({ method: 'GET', path, ...customer(), headers: { 'if-none-match': etag } }),
    },
    { name: 'catalogue, 200', perSecond: 2, next: () => ({ method: 'GET', path, ...customer() }) },
    {
      name: 'other reads',
      perSecond: 6,
      next: () => ({
        method: 'GET',
        path: pick(['/order', '/material_process/default_config', '/getinfo', '/notification/unread']),
        ...customer(),
      }),
    },
    {
      name: 'quote',
      perSecond: 20,
      next: () => ({ method: 'POST', path: '/quote', ...customer(), body: pick(carts) }),
    },
    {
      name: 'place order',
      perSecond: 0.7,
      burst: 10,
      next: () => ({
        method: 'POST',
        path: '/order',
        ...customer(),
        body: pick(orders),
        headers: { 'idempotency-key': randomUUID() },
      }),
    },
    {
      name: 'upload',
      perSecond: 0.3,
      next: () => ({
        method: 'POST',
        path: '/public/uploadFile',
        ...customer(),
        body: pick(drawings),
        headers: { 'content-type': formType },
      }),
    },
    {
      name: 'back-office list',
      perSecond: 7,
      next: () => ({ method: 'GET', path: pick(lists), token: pick(staff) }),
    },
    {
      name: 'export',
      perSecond: 1 / 60,
      next: () => ({
        method: 'GET',
        path: `/order/export?format=${pick(['csv', 'xlsx'])}&status=cancelled`,
        token: pick(staff),
      }),
    },
    {
      name: 'sign in',
      perSecond: 1,
      burst: 9,
      next: () => {
        address += 1;
        return {
          method: 'POST',
          path: '/login',
          body: JSON.stringify(password),
          // Sign-ins are throttled per IP address.
          localAddress: `127.69.${(address >> 7) & 255}.${1 + (address & 127)}`,
        };
      },
    },
  ];
}
