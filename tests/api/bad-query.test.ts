import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEndpoints } from '#contract/endpoints.ts';
import { failureFaults, fieldFaults } from '#tests/support/answers.ts';
import { createContractProbe, type ContractProbe } from '#tests/support/contract-probe.ts';
import { inputSchema, sample } from '#tests/support/json-schema.ts';

const reads = listEndpoints()
  .filter(({ endpoint }) => endpoint.method === 'GET')
  .map(({ name }) => name);

let probe: ContractProbe;
beforeAll(async () => {
  probe = await createContractProbe();
});
afterAll(() => probe.app.close());

describe('a query', () => {
  test.each(reads)('of %s has only the parameters that are declared', async (name) => {
    const faults: string[] = [];
    const undeclared =
      'undeclared toString __proto__ constructor filter a[b] token access_token orderByColumn isAsc orderBy sortBy ' +
      'passwordOrder passwordHashOrder tokenOrder username.passwordOrder t1.idOrder deletedAtOrder 1Order Order';
    for (const key of undeclared.split(' ')) {
      for (const value of ['asc', '(select pg_sleep(9))'])
        faults.push(...fieldFaults(await probe.search(name, { [key]: value }), key, `${key}=${value}`));
    }
    expect(faults).toStrictEqual([]);
  });

  test.each(reads)('of %s refuses values of another form, and lists', async (name) => {
    const faults: string[] = [];
    const { endpoint, query } = probe.callOf(name);
    const properties = endpoint.query ? inputSchema(endpoint.query).properties : undefined;
    for (const [key, property] of Object.entries(properties ?? {})) {
      const wrong = ['a'.repeat(201), 'a\u0000b', '\u001b[2J'];
      if (property.enum || property.pattern !== undefined)
        wrong.push(
          '-1',
          '1.5',
          '0x10',
          '1e3',
          'NaN',
          ' 1',
          'asc; drop table orders',
          '(select 1)',
          'ASC',
          'null',
        );
      if (/^(pageIndex|pageSize)$/.test(key)) wrong.push('', '0', '1000001', '99999999999999999999');
      if (key === 'pageSize') wrong.push('1001');
      for (const value of wrong)
        faults.push(
          ...fieldFaults(await probe.search(name, { [key]: value }), key, `${key}=${value.slice(0, 30)}`),
        );
      const value = encodeURIComponent(query[key] ?? String(sample(property)));
      for (const doubled of [
        `${key}=${value}&${key}=${value}`,
        `${key}%5B%5D=${value}`,
        `${key}%5Bx%5D=${value}`,
      ])
        faults.push(...failureFaults(await probe.get(name, doubled), doubled, { status: 400 }));
    }
    expect(faults).toStrictEqual([]);
  });

  test('whose page lies beyond the last answers an empty list', async () => {
    const answer = await probe.search('orders.list', { pageIndex: '1000000', pageSize: '1000' });
    expect(answer).toMatchObject({ status: 200, data: { list: [], pageIndex: 1_000_000 } });
  });
});

test('an id in a path is a positive whole number', async () => {
  const faults: string[] = [];
  const bad = [
    '0',
    '-1',
    '1.5',
    '0x1',
    '1e2',
    'abc',
    'NaN',
    'null',
    '%00',
    '%20',
    '2147483648',
    '1%27',
    '1;x',
    '%D9%A1',
  ];
  for (const call of probe.calls) {
    if (!call.endpoint.path.includes(':id')) continue;
    for (const id of bad) {
      // A role that is still to be made has the number 0.
      if (id === '0' && /roleMenuTreeselect|roleDeptTreeselect/.test(call.url)) continue;
      const url = call.endpoint.path.replace(':id', id);
      faults.push(...fieldFaults(await probe.sendBody({ ...call, url }, call.body ?? {}), 'id', url));
    }
    const url = call.endpoint.path.replace(':id', '1'.repeat(101));
    faults.push(...failureFaults(await probe.sendBody({ ...call, url }, call.body ?? {}), 'a long id'));
  }
  expect(faults).toStrictEqual([]);
});
