import { afterAll, beforeAll, expect } from 'vitest';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import { listEndpoints } from '#contract/endpoints.ts';
import { isPaged } from '#contract/kernel/paging.ts';
import { failureFaults, fieldFaults } from '#tests/support/app/answers.ts';
import type { Envelope, WireAnswer } from '#tests/support/app/api.ts';
import { createContractProbe, faultsOf, type ContractProbe } from '#tests/support/app/contract-probe.ts';
import { hostileStrings, someHostileStrings } from '#tests/support/hostile/hostile-strings.ts';
import { inputSchema, sample, type JsonSchema } from '#tests/support/app/json-schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { assertBelow, atScale, createSampler, timed } from '#tests/support/load/scale.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { bar } from './bar.ts';

let app: GateApp;
let probe: ContractProbe;
let token: string;
beforeAll(async () => {
  app = await createGateApp();
  probe = await createContractProbe(app);
  ({ token } = await addPerson(app, { roleKey: 'admin' }));
  // The first read of a document issues it.
  await get(urlOf('documents.one', {}));
});
afterAll(() => app.close());

const reads = listEndpoints().filter(({ endpoint }) => endpoint.method === 'GET');
const parametersOf = (name: string): [string, JsonSchema][] => {
  const { query } = probe.callOf(name).endpoint;
  return query ? Object.entries(inputSchema(query).properties ?? {}) : [];
};

/** Text that no record contains. */
const neutral = 'zq7neutral';
/** Values of the dictionary for each parameter. */
const textsEach = atScale(1, hostileStrings.length);
/** The statements of the dictionary sleep five seconds. */
const LIMIT_MS = 1_000;
let slowestMs = 0;

async function get(url: string, headers: Record<string, string> = {}): Promise<WireAnswer> {
  const wire = { authorization: `Bearer ${token}`, ...headers };
  const { value, ms } = await timed(() => app.exchange({ method: 'GET', url, headers: wire }));
  slowestMs = Math.max(slowestMs, ms);
  return value;
}

const urlOf = (name: string, change: Record<string, string>): string => {
  const { url, query } = probe.callOf(name);
  // A workbook contains its creation time.
  const hasFormat = parametersOf(name).some(([key]) => key === 'format');
  const format: Record<string, string> = hasFormat ? { format: 'csv' } : {};
  return `${API_BASE}${url}?${new URLSearchParams({ ...query, ...format, ...change }).toString()}`;
};

const withoutId = ({ status, body }: WireAnswer) =>
  `${status} ${body.replace(/"requestId":"[^"]*"/, '"requestId":""')}`;
const envelopeOf = ({ status, headers, body }: WireAnswer): Envelope => ({
  ...(JSON.parse(body) as Envelope),
  status,
  headers,
});

/** An expected refusal, or exactly the response to meaningless text. */
function faultsBeside(answer: WireAnswer, wanted: WireAnswer, hint: string): string[] {
  if (withoutId(answer) === withoutId(wanted)) return [];
  return answer.status === 400 || answer.status === 404
    ? failureFaults(envelopeOf(answer), hint)
    : [`${hint}: ${withoutId(answer).slice(0, 120)} instead of ${withoutId(wanted).slice(0, 120)}`];
}

bar(35, 'a hostile text in a parameter finds the same as nonsense, or is refused', async () => {
  let requests = 0;
  let parameters = 0;
  const faults = await faultsOf(probe, async (found) => {
    for (const { name } of reads) {
      for (const [key] of parametersOf(name)) {
        parameters += 1;
        const wanted = await get(urlOf(name, { [key]: neutral }));
        for (const value of someHostileStrings(textsEach, parameters)) {
          requests += 1;
          const answer = await get(urlOf(name, { [key]: value }));
          // A blank filter counts as absent; a blank required text finds nothing.
          const unfiltered = value.trim() === '' ? await get(urlOf(name, { [key]: '' })) : undefined;
          const expected = unfiltered?.status === 200 ? unfiltered : wanted;
          found.push(...faultsBeside(answer, expected, `${name} ${key}=${value}`));
        }
      }
    }
  });
  expect(faults).toStrictEqual([]);
  expect(parameters).toBeGreaterThan(200);
  assertBelow(slowestMs, LIMIT_MS, 'ms for a list');
  return `${requests} requests: ${parameters} parameters × ${textsEach} of ${hostileStrings.length} texts, nothing written, slowest ${Math.round(slowestMs)} ms`;
});

bar(35, 'hostile texts in a path, a list of ids or a language are refused or have no effect', async () => {
  let requests = 0;
  const faults = await faultsOf(probe, async (found) => {
    const texts = someHostileStrings(atScale(2, hostileStrings.length));
    for (const call of probe.calls) {
      const last = /:(\w+)/.exec(call.endpoint.path)?.[0];
      const isDelete = call.endpoint.method === 'DELETE' && call.body instanceof Object && 'ids' in call.body;
      for (const value of texts) {
        if (last !== undefined) {
          const url = call.endpoint.path.replaceAll(/:(\w+)/g, (parameter) =>
            parameter === last ? encodeURIComponent(value.toWellFormed()) : '1',
          );
          requests += 1;
          const answer = await probe.sendBody({ ...call, url }, call.body ?? {});
          // 415 where the endpoint takes a file and refuses any other type before it looks at the path.
          if (![400, 404, 415].includes(answer.status)) found.push(`${url}: ${answer.status}`);
          found.push(...failureFaults(answer, url));
        }
        if (isDelete) {
          requests += 1;
          const answer = await probe.sendBody(call, { ids: [value] });
          found.push(...fieldFaults(answer, 'ids.0', `${call.name} ids ${value}`));
        }
      }
    }
    for (const url of ['/app-config', '/menurole', '/material?name=x'].map((path) => API_BASE + path)) {
      const wanted = await get(url, { 'accept-language': 'zh-CN' });
      for (const value of texts.filter((text) => /^[\x20-\x7e]+$/.test(text))) {
        requests += 1;
        const answer = await get(url, { 'accept-language': value });
        if (withoutId(answer) !== withoutId(wanted)) found.push(`accept-language: ${value}`);
      }
    }
  });
  expect(faults).toStrictEqual([]);
  return `${requests} requests with paths, ids and languages`;
});

bar(35, 'an invalid value of a parameter is refused by name, and so is a repeated parameter', async () => {
  let requests = 0;
  const faults: string[] = [];
  for (const { name } of reads) {
    for (const [key, property] of parametersOf(name)) {
      const values = ['a'.repeat(201), 'a\u0000b', '\u001b[2J'];
      if (property.enum || property.pattern !== undefined)
        values.push('-1', '1.5', '0x10', '1e3', 'NaN', ' 1', '(select 1)', 'ASC', 'null');
      // Amounts and lengths have decimals.
      const hasDecimals = /^(?:price(?:From|To)|length|width|height|tolerance)$/.test(key);
      const wrong = few(
        values.filter(
          (value) =>
            !(value === '1.5' && hasDecimals) &&
            // An empty list answers null, which counts as no time.
            !(value === 'null' && key === 'maxUpdatedAt'),
        ),
        4,
      );
      for (const value of wrong) {
        const hint = `${name} ${key}=${value.slice(0, 30)}`;
        faults.push(...fieldFaults(await probe.search(name, { [key]: value }), key, hint));
      }
      const value = encodeURIComponent(probe.callOf(name).query[key] ?? String(sample(property)));
      const repetitions = fewRepetitions(
        [`${key}=${value}&${key}=${value}`, `${key}%5B%5D=${value}`, `${key}%5Bx%5D=${value}`],
        3,
      );
      for (const twice of repetitions)
        faults.push(...failureFaults(await probe.get(name, twice), `${name} ${twice}`, { status: 400 }));
      requests += wrong.length + repetitions.length;
    }
  }
  for (const call of probe.calls) {
    if (!call.endpoint.path.includes(':id')) continue;
    const ids = few(noIds, 4);
    for (const id of ids) {
      // Id 0 means a new role.
      if (id === '0' && /roleMenuTreeselect|roleDeptTreeselect/.test(call.url)) continue;
      const url = call.endpoint.path.replace(':id', id);
      faults.push(...fieldFaults(await probe.sendBody({ ...call, url }, call.body ?? {}), 'id', url));
    }
    const url = call.endpoint.path.replace(':id', '1'.repeat(101));
    faults.push(...failureFaults(await probe.sendBody({ ...call, url }, call.body ?? {}), 'a long id'));
    requests += ids.length + 1;
  }
  expect(faults).toStrictEqual([]);
  return `${requests} values of another form refused`;
});

// One for each use: a shared one could choose the same values of each parameter.
const few = createSampler();
const fewRepetitions = createSampler();
const fewNames = createSampler();
const fewDirections = createSampler();
const noIds =
  '0 -1 1.5 0x1 1e2 abc NaN null %00 %20 2147483648 1%27 1;x 1,2 %D9%A1 (select%201) 1%20or%201=1'.split(' ');

bar(36, 'a list sorts by declared fields only, and accepts no other parameter', async () => {
  const undeclared =
    'undeclared toString __proto__ constructor filter a[b] token access_token orderByColumn isAsc orderBy sortBy ' +
    'sort order passwordOrder passwordHashOrder tokenOrder username.passwordOrder t1.idOrder deletedAtOrder 1Order Order';
  const directions = ['asc', '(select pg_sleep(5))'].slice(0, atScale(1, 2));
  let refused = 0;
  const faults: string[] = [];
  for (const { name } of reads) {
    for (const key of fewNames(undeclared.split(' '), 4)) {
      for (const value of directions) {
        refused += 1;
        faults.push(
          ...fieldFaults(await probe.search(name, { [key]: value }), key, `${name} ${key}=${value}`),
        );
      }
    }
  }
  expect(faults).toStrictEqual([]);
  assertBelow(slowestMs, LIMIT_MS, 'ms for a list');
  return `${refused} undeclared parameters on ${reads.length} endpoints refused`;
});

bar(36, 'a sort direction is asc or desc, which reverse each other, and nothing else', async () => {
  const noDirections = [
    'asc;select',
    'asc; drop table post',
    '1',
    '(select 1)',
    '(select pg_sleep(5))',
    'ASC',
    'asc,desc',
    'asc nulls first',
    'desc--',
  ];
  // A list longer than a page starts with different rows when reversed.
  await probe.app.database.pool.query('delete from sys_opera_log');
  let fields = 0;
  const faults: string[] = [];
  for (const { name } of reads) {
    for (const [key] of parametersOf(name).filter(([parameter]) => parameter.endsWith('Order'))) {
      fields += 1;
      for (const value of fewDirections(noDirections, 3))
        faults.push(
          ...fieldFaults(await probe.search(name, { [key]: value }), key, `${name} ${key}=${value}`),
        );
      if (!isPaged(probe.callOf(name).endpoint)) continue;
      const [up, down] = [await valuesBy(name, key, 'asc'), await valuesBy(name, key, 'desc')];
      if (JSON.stringify(up) !== JSON.stringify(down.toReversed()))
        faults.push(`${name} ${key}: ${up.join()}`);
    }
  }
  expect(faults).toStrictEqual([]);
  return `${fields} sortable fields, ${atScale(3, noDirections.length)} or more of ${noDirections.length} other directions refused for each`;
});

/** The values of a field in the order of a list. */
async function valuesBy(name: string, key: string, direction: string): Promise<string[]> {
  const field = key.slice(0, -'Order'.length);
  const { data } = await probe.search(name, { [key]: direction, pageSize: '1000' });
  const { list } = data as { list: Record<string, unknown>[] };
  return list.map((row) => {
    expect(row, `${name} ${key}`).toHaveProperty(field);
    return String(row[field]);
  });
}

/** A record with a searchable text field: how to create it, and the filter that finds it. */
const searchable: [path: string, filter: string, record: (text: string, unique: string) => object][] = [
  ['/post', 'postName', (postName, postCode) => ({ postName, postCode, sort: 1, status: 2 })],
  ['/dict/type', 'dictName', (dictName, dictType) => ({ dictName, dictType, status: 2 })],
  [
    '/config',
    'configName',
    (configName, configKey) => ({ configName, configKey, configValue: '', isFrontend: '0' }),
  ],
  [
    '/role',
    'roleName',
    (roleName, roleKey) => ({ roleName, roleKey, roleSort: 1, status: '2', menuIds: [] }),
  ],
  [
    '/sys-user',
    'nickName',
    (nickName, username) => ({ nickName, username, password: 'a good long one 7', roleIds: [], status: '2' }),
  ],
  [
    '/dict/data',
    'dictLabel',
    (dictLabel, dictValue) => ({ dictLabel, dictValue, dictType: 'shift', dictSort: 1, status: 2 }),
  ],
  ['/dept', 'deptName', (deptName) => ({ deptName, parentId: 0, sort: 1, status: 2 })],
  ['/menu', 'title', (title, menuName) => ({ title, menuName, parentId: 0, sort: 1, menuType: 'M' })],
  ['/process', 'name', (name) => ({ name, parentId: 0, sort: 1, filterType: 0, materialIds: [] })],
  ['/sys-login-log', 'username', (username) => ({ username, password: 'not this one' })],
];

const wildcards = ['%', '_', '\\', '%%', String.raw`\%`, '%_'].slice(0, atScale(2, 6));

bar(37, 'a wildcard in a search matches only itself', async () => {
  const faults: string[] = [];
  for (const [path, filter, record] of searchable) {
    const isLog = path === '/sys-login-log';
    const found = async (text: string): Promise<number> => {
      const read = path === '/process' ? '/process/tree' : path;
      const { data } = await app.send(
        'GET',
        `${read}?${new URLSearchParams({ [filter]: text }).toString()}`,
        { token },
      );
      const rows = Array.isArray(data) ? (data as object[]) : (data as { list: object[] }).list;
      return rows.length;
    };
    for (const [index, wildcard] of wildcards.entries()) {
      // A text with the wildcard as a character, and one that only a real wildcard would match.
      const texts = [`甲${wildcard}乙丙`, '甲某乙丙'].map((text) => `${index}${text}`);
      for (const [n, text] of texts.entries()) {
        const unique = `w${path.replaceAll(/\W/g, '')}${index}${n}`;
        const made = isLog
          ? await app.send('POST', '/login', {
              body: record(text, unique),
              remoteAddress: `10.37.${index}.${n + 1}`,
            })
          : await app.send('POST', path, { token, body: record(text, unique) });
        if (made.status !== (isLog ? 400 : 200))
          faults.push(`${path}: ${made.status} ${JSON.stringify(made.errors)} ${made.msg}`);
      }
      const [wanted = ''] = texts;
      if ((await found(wanted)) !== 1) faults.push(`${path} ${wanted}: ${await found(wanted)}`);
      if ((await found(`${index}甲${wildcard}丙`)) !== 0) faults.push(`${path} ${wildcard} matches others`);
    }
  }
  expect(faults).toStrictEqual([]);
  return `${wildcards.length} wildcards literal in ${searchable.length} searches, all others by bar 35`;
});
