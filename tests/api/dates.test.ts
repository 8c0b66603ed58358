import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContractProbe, type ContractProbe } from '#tests/support/app/contract-probe.ts';

/** Days of other calendars and formats, and days that do not exist. */
const noDays = [
  '民国115年11月23日',
  '２０２６-１１-２３',
  '23/11/2026',
  '2026-02-30',
  '0000-00-00',
  '99999-12-31',
];
/** Days that exist but that no order has: the earliest and last ones, and a year of the Buddhist calendar. */
const farDays = ['0000-01-01', '0001-01-01', '2569-11-23', '9999-12-31'];

let probe: ContractProbe;
beforeAll(async () => {
  probe = await createContractProbe();
});
afterAll(() => probe.app.close());

const filters = () =>
  probe.calls.flatMap((call) =>
    call.endpoint.method === 'GET'
      ? Object.keys((call.endpoint.query as { shape?: object } | undefined)?.shape ?? {})
          .filter((name) => /Date|Time|maxUpdatedAt/.test(name) && !name.endsWith('Order'))
          .map((name) => ({ call, name }))
      : [],
  );

describe('every filter by day or time', () => {
  test('refuses an invalid day with a message that names the field and an example', async () => {
    const wrong: string[] = [];
    for (const { call, name } of filters()) {
      for (const text of noDays) {
        const { status, errors } = await probe.search(call.name, { [name]: text });
        const sentence = errors?.[name] ?? '';
        if (status !== 400 || !/2026-01-31|不是有效的日期|年份应在/.test(sentence))
          wrong.push(`${call.name} ${name}=${text}: ${status} ${JSON.stringify(errors)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('answers a day far outside all records with an empty list or a Chinese message', async () => {
    const wrong: string[] = [];
    for (const { call, name } of filters()) {
      for (const text of farDays) {
        const { status, msg } = await probe.search(call.name, { [name]: text });
        if (status !== 200 && (status !== 400 || !/[\u4e00-\u9fff]/.test(msg)))
          wrong.push(`${call.name} ${name}=${text}: ${status} ${msg}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('is covered', () => {
    expect(filters().length).toBeGreaterThan(20);
  });

  test.each([...farDays, '1900-01-01', '2999-12-31'])(
    'a period of the single day %s never fails',
    async (day) => {
      for (const name of ['dashboards.business', 'dashboards.delivery']) {
        const { status } = await probe.search(name, { beginDate: day, endDate: day });
        expect([200, 400]).toContain(status);
      }
    },
  );
});
