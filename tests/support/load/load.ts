import { randomUUID } from 'node:crypto';

import type { Answer, ApiClient, OrderBody } from '../app/api-client.ts';

/** One request of the load and its result. */
export interface Sent {
  what: string;
  /** `performance.now()` */
  startedAt: number;
  /** Absent: the connection broke without an answer. */
  answer?: Answer;
  /** Idempotency key of an order. */
  key?: string;
}

export interface Load {
  sent: Sent[];
  /** Lets every customer finish its current request. */
  stop(): Promise<void>;
}

/** `customers` who read, quote and order without pauses, each until `stop` or its first broken connection. */
export function startLoad(client: ApiClient, order: OrderBody, customers: number): Load {
  const sent: Sent[] = [];
  const stopping = new AbortController();
  const requests = [
    { what: 'materials', send: () => client.call('GET', '/material') },
    { what: 'default', send: () => client.call('GET', '/material_process/default_config') },
    { what: 'order', send: (key: string) => client.placeOrder(order, key) },
    { what: 'quote', send: () => client.call('POST', '/quote', { items: order.items }) },
    { what: 'orders', send: () => client.call('GET', '/order') },
    { what: 'order', send: (key: string) => client.placeOrder(order, key) },
    { what: 'profile', send: () => client.call('GET', '/getinfo') },
  ];

  async function shop(offset: number): Promise<void> {
    for (let n = offset; !stopping.signal.aborted; n += 1) {
      const { what, send } = requests[n % requests.length]!;
      const key = randomUUID();
      const startedAt = performance.now();
      const answer = await send(key).catch(() => undefined);
      sent.push({ what, startedAt, answer, ...(what === 'order' ? { key } : {}) });
      if (!answer) return;
    }
  }

  const shoppers = Array.from({ length: customers }, (_, n) => shop(n));
  return {
    sent,
    async stop() {
      stopping.abort();
      await Promise.all(shoppers);
    },
  };
}

/** Lists the responses that are not an envelope with one of these codes. */
export function unexpectedAnswers(sent: readonly Sent[], codes: readonly number[]): string[] {
  return sent
    .filter(({ answer }) => !answer || !isEnvelope(answer) || !codes.includes(answer.status))
    .map(
      ({ what, answer }) =>
        `${what}: ${answer ? `${answer.status} ${JSON.stringify(answer.body)}` : 'no answer'}`,
    );
}

function isEnvelope({ status, type, body }: Answer): boolean {
  return (
    type === 'application/json; charset=utf-8' &&
    body['code'] === status &&
    typeof body['msg'] === 'string' &&
    typeof body['requestId'] === 'string' &&
    (status === 200 || typeof body['error'] === 'string')
  );
}
