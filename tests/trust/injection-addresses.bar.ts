import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import type { TypedSetting } from '#contract/system/settings.ts';
import { innerAddresses } from '#tests/support/hostile/hostile-strings.ts';
import {
  bodyFields,
  createContractProbe,
  nameOf,
  type ContractProbe,
} from '#tests/support/app/contract-probe.ts';
import { withField } from '#tests/support/app/json-schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { createSampler } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { bar } from './bar.ts';

/** A server on every address of this machine that counts its requests. */
const hits: string[] = [];
const canary = createServer((request, response) => {
  hits.push(`${request.method} ${request.url}`);
  response.writeHead(302, { location: '/again' }).end();
});
canary.on('connection', () => hits.push('a connection'));

let app: ServedApp;
let probe: ContractProbe;
let addresses: string[];
beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, '::', resolve));
  const { port } = canary.address() as AddressInfo;
  addresses = innerAddresses.map((address) => address.replaceAll('*', String(port)));
  app = await createServedApp();
  probe = await createContractProbe(app);
});
afterAll(async () => {
  await app.close();
  canary.close();
});

/** The names of the fields of bodies and records that contain a URL. */
const isAddress = /url|uri(?!ng)|href|link|host|webhook|callback|endpoint|domain|site/i;
const few = createSampler();

bar(43, 'only two settings hold addresses, and the server prints them but never requests them', async () => {
  const named = probe.calls
    .filter(({ endpoint }) => endpoint.body !== undefined)
    .flatMap((call) => bodyFields(call).map(({ path }) => `${call.name} ${nameOf(path)}`))
    .filter((field) => isAddress.test(field.split(' ')[1] ?? ''));
  expect(named).toStrictEqual([]);
  const settings = (await app.send('GET', '/set-config/typed', { as: 'admin' })).data as TypedSetting[];
  const ofAddresses = settings.filter(
    ({ kind, configKey }) => kind === 'url' || isAddress.test(configKey.split('.')[1] ?? ''),
  );
  expect(ofAddresses.map(({ configKey }) => configKey).toSorted()).toStrictEqual([
    'site.feedbackUrl',
    'site.url',
  ]);

  let stored = 0;
  let refused = 0;
  for (const { configKey } of ofAddresses) {
    for (const address of addresses) {
      const list = (await app.send('GET', '/set-config/typed', { as: 'admin' })).data as TypedSetting[];
      const { version } = list.find((setting) => setting.configKey === configKey)!;
      const body = [{ configKey, configValue: address, version }];
      const { status } = await app.send('PUT', '/set-config', { as: 'admin', body });
      expect([200, 400], address).toContain(status);
      // URLs that are unsafe for browsers are refused; the others are the administrator's choice.
      if (!/^https?:\/\/[^\s/\\]/.test(address)) expect(status, address).toBe(400);
      if (status === 200) {
        stored += 1;
        expect((await app.send('GET', '/app-config')).status).toBe(200);
      } else refused += 1;
    }
  }
  // Everything that prints or sends the site's URL.
  const order = probe.callOf('orders.one').url;
  for (const path of [`${order}/document`, `${order}/quotation.pdf`, `${order}/withExt`])
    expect((await app.send('GET', path, { as: 'demo' })).status).toBe(200);
  expect(hits).toStrictEqual([]);
  return `no address in any of the contract's ${probe.calls.length} calls; 2 settings of addresses, ${addresses.length} tried in each: ${stored} printed, ${refused} refused, requested by the server: 0`;
});

bar(43, 'an address in any other field, header or file is plain text', async () => {
  let requests = 0;
  for (const call of probe.calls) {
    const fields = call.endpoint.body
      ? bodyFields(call).filter(({ schema }) => schema.type === 'string')
      : [];
    for (const { path } of fields) {
      for (const address of few(addresses, 20)) {
        requests += 1;
        const { status } = await probe.sendBody(call, withField(call.body, path, address));
        expect(status, `${call.name} ${nameOf(path)} ${address}`).toBeLessThan(500);
        if (status === 401 || status === 403) await probe.renewToken();
      }
    }
  }
  for (const address of few(addresses, 4).filter((one) => /^[\x20-\x7e]+$/.test(one))) {
    for (const name of [
      'referer',
      'origin',
      'x-forwarded-host',
      'x-original-url',
      'forwarded',
      'host',
      'x-callback-url',
      'location',
    ]) {
      requests += 1;
      const { status } = await app.send('GET', '/app-config', { headers: { [name]: address } });
      expect(status, `${name}: ${address}`).toBeLessThan(500);
    }
    const { token } = await addPerson(app, { roleKey: 'admin' });
    const table = `材料编号,选项编号,价格,天数\n${address},${address},1,1\n`;
    const { status } = await app.send('POST', '/price-table/import', {
      token,
      raw: table,
      headers: { 'content-type': 'text/csv' },
    });
    expect(status).toBe(200);
  }
  // Delayed requests would have arrived by now: every call has been answered once more since.
  for (const call of probe.calls.filter(
    ({ endpoint }) => endpoint.method === 'GET' && endpoint.answer !== 'stream',
  ))
    await probe.search(call.name, {});
  expect(hits).toStrictEqual([]);
  return `${requests} requests with addresses of this machine, 0 hits on the canary`;
});
