import { afterAll, beforeAll, expect } from 'vitest';
import type { ServerStatus } from '#contract/system/monitor.ts';
import { isPaged } from '#contract/kernel/paging.ts';
import { failureFaults, fieldFaults } from '#tests/support/app/answers.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import {
  bodyFields,
  createContractProbe,
  faultsOf,
  nameOf,
  type ContractProbe,
} from '#tests/support/app/contract-probe.ts';
import { untilArchived } from '#tests/support/app/until-archived.ts';
import { inputSchema, sample, withField } from '#tests/support/app/json-schema.ts';
import { assertBelow, createSampler } from '#tests/support/load/scale.ts';
import { costOf, createMaximum } from '#tests/support/processes/process-cost.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { bar } from './bar.ts';

let app: ServedApp;
let probe: ContractProbe;
beforeAll(async () => {
  app = await createServedApp();
  probe = await createContractProbe(app);
  await untilArchived(app);
});
afterAll(() => app.close());

bar(61, 'a page that is too large, zero or beyond the last one costs nothing', async () => {
  const noSizes = ['1001', '0', '-1', '1000000000', 'NaN', '1e3', '99999999999999999999', '1.5'];
  const noIndexes = ['0', '-1', '1000000000', '1000001', 'NaN', '9007199254740993'];
  const paged = probe.calls.filter(({ endpoint }) => isPaged(endpoint));
  const { worst, note, tell } = createMaximum();
  const faults = await faultsOf(probe, async (found) => {
    for (const { name } of paged) {
      const wrong = { pageSize: noSizes, pageIndex: noIndexes };
      for (const [key, values] of Object.entries(wrong)) {
        for (const value of values) {
          const { answer, cost } = await costOf(app.server.pid, () => probe.search(name, { [key]: value }));
          note(cost, name);
          found.push(...fieldFaults(answer, key, `${name} ${key}=${value}`));
        }
      }
      const far = { pageIndex: '1000000', pageSize: '1000' };
      const { answer, cost } = await costOf(app.server.pid, () => probe.search(name, far));
      note(cost, name);
      const { list, pageIndex } = answer.data as { list: unknown[]; pageIndex: number };
      if (answer.status !== 200 || list.length > 0 || pageIndex !== 1_000_000)
        found.push(`${name}: a page far away`);
      const largest = await probe.search(name, { pageSize: '1000' });
      if (largest.status !== 200) found.push(`${name}: 1000 are refused`);
    }
  });
  expect(faults).toStrictEqual([]);
  expect(paged.length).toBeGreaterThan(12);
  assertBelow(worst.cpuMs, 300, `ms of CPU: ${worst.of}`);
  assertBelow(worst.ms, 300, 'ms for a page');
  return `${paged.length} lists, pages of 1,000 at most, ${tell()}`;
});

bar(62, 'a list in a body with one item too many is refused as a whole', async () => {
  let lists = 0;
  let batches = 0;
  const faults = await faultsOf(probe, async (found) => {
    for (const call of probe.calls.filter(({ endpoint }) => endpoint.body)) {
      const fields = bodyFields(call).filter(({ schema }) => schema.type === 'array');
      for (const { path, schema } of fields) {
        const key = nameOf(path);
        if (schema.maxItems === undefined) {
          found.push(`${call.name} ${key} has no limit`);
          continue;
        }
        lists += 1;
        if (key === 'ids') batches += 1;
        if (key === 'ids' && schema.maxItems > 1000) found.push(`${call.name}: ${schema.maxItems} ids`);
        const isIds = schema.items?.type === 'integer';
        const values = Array.from({ length: schema.maxItems + 1 }, (_, n) =>
          isIds ? n + 1 : sample(schema.items),
        );
        const answer = await probe.sendBody(call, withField(call.body, path, values));
        const named = Object.keys(answer.errors ?? {}).find((name) => name.startsWith(key));
        found.push(...fieldFaults(answer, named ?? key, `${call.name} ${key} × ${values.length}`));
      }
      const whole = inputSchema(call.endpoint.body!);
      if (whole.type !== 'array') continue;
      lists += 1;
      const values = Array.from({ length: (whole.maxItems ?? 0) + 1 }, () => sample(whole.items));
      found.push(...failureFaults(await probe.sendBody(call, values), call.name, { status: 400 }));
    }
  });
  expect(faults).toStrictEqual([]);
  expect(batches).toBeGreaterThan(12);
  return `${lists} lists of bodies, ${batches} of them batches of at most 1,000 ids`;
});

const hostileToPatterns = (length: number) => [
  `${'a'.repeat(length)}!`,
  `${'a@'.repeat(length / 2)}!`,
  `a@${'a.'.repeat(length / 2)}@`,
  `${' '.repeat(length)}x`,
  `${'0'.repeat(length)}x`,
  `${'A1'.repeat(length / 2)}\u0000`,
  `${'process_1'.repeat(length / 9)} `,
  `${'2026-01-01T'.repeat(length / 11)}Z+`,
  `${String.raw`\"`.repeat(length / 2)}{[`,
  `${'1,'.repeat(length / 2)}.`,
  `data:image/png;base64,${'A'.repeat(length)}!`,
  `https://${'a/'.repeat(length / 2)} `,
];

bar(63, 'a text that is slow for regular expressions is answered at once in every field', async () => {
  const kinds = hostileToPatterns(10).length;
  const { worst, note: noteCost, tell } = createMaximum();
  let requests = 0;
  const few = createSampler();
  const texts = (length: number) => few(hostileToPatterns(length), 12);
  const note = async (hint: string, ask: () => Promise<Envelope>) => {
    const { answer, cost } = await costOf(app.server.pid, ask);
    requests += 1;
    noteCost(cost, hint);
    expect(answer.status, hint).toBeLessThan(500);
  };
  const status = async () => (await app.send('GET', '/server-monitor', { as: 'admin' })).data as ServerStatus;
  await status();
  const faults = await faultsOf(probe, async () => {
    for (const call of probe.calls) {
      const fields = call.endpoint.body ? bodyFields(call) : [];
      for (const { path } of fields.filter(({ schema }) => schema.type === 'string')) {
        for (const text of texts(50_000)) {
          const hint = `${call.name} ${nameOf(path)} = ${text.slice(0, 8)}…`;
          await note(hint, () => probe.sendBody(call, withField(call.body, path, text)));
        }
      }
      const { query, method } = call.endpoint;
      const keys = query ? Object.keys(inputSchema(query).properties ?? {}) : [];
      for (const key of method === 'GET' ? keys : []) {
        // The limit per address.
        for (const text of texts(4_000))
          await note(`${call.name} ${key}`, () => probe.search(call.name, { [key]: text }));
      }
    }
    for (const name of [
      'authorization',
      'accept',
      'content-type',
      'idempotency-key',
      'if-none-match',
      'user-agent',
    ]) {
      for (const text of texts(12_000).filter((one) => /^[\x20-\x7e]+$/.test(one)))
        await note(name, () =>
          app.send('POST', '/quote', { as: 'demo', body: {}, headers: { [name]: text } }),
        );
    }
  });
  expect(faults).toStrictEqual([]);
  assertBelow(worst.cpuMs, 200, `ms of CPU: ${worst.of}`);
  assertBelow(worst.ms, 200, 'ms for an answer');
  const { eventLoopDelayP99 } = (await status()).process;
  assertBelow(eventLoopDelayP99, 50, 'ms of delay of the event loop');
  return `${requests} requests, ${kinds} kinds of text in bodies of 50 KB, addresses and headers, ${tell()}, the event loop's p99 ${eventLoopDelayP99} ms late`;
});
