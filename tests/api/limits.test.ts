import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEndpoints } from '#contract/endpoints.ts';
import {
  bodyFields,
  createContractProbe,
  nameOf,
  type ContractProbe,
} from '#tests/support/app/contract-probe.ts';
import { limitValues, withField } from '#tests/support/app/json-schema.ts';

const writes = listEndpoints()
  .filter(({ endpoint }) => endpoint.body !== undefined)
  .map(({ name }) => name);

let probe: ContractProbe;
beforeAll(async () => {
  probe = await createContractProbe();
});
afterAll(() => probe.app.close());

/** An error about the value's form, not about references to other data, password rules or a setting. */
const aboutForm = /必须是|最多|(?<!密码)至少|不能小于|不能大于|请输入(?!联系)|格式|不支持/;

test.each(writes)('%s accepts values at the limits of its fields', async (name) => {
  const faults: string[] = [];
  const call = probe.callOf(name);
  await probe.renewToken();
  for (const { path, schema } of bodyFields(call)) {
    for (const value of limitValues(schema)) {
      const answer = await probe.sendBody(call, withField(call.body, path, value));
      const complaint = answer.errors?.[nameOf(path)] ?? '';
      if (answer.status >= 500 || (answer.error === 'request.invalid' && aboutForm.test(complaint)))
        faults.push(`${nameOf(path)} = ${String(value)}: ${answer.status} ${complaint}`);
      if (answer.status === 401 || answer.status === 403) await probe.renewToken();
    }
  }
  expect(faults).toStrictEqual([]);
});
