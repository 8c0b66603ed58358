import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect } from 'vitest';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import type { ImportReport, PriceTable } from '#contract/prices/price-table.ts';
import { tableFile, tableTypes, type TableFormat } from '#server/tables/table-file.ts';
import type { Cell } from '#server/tables/workbook.ts';
import { sentCells } from '#server/tables/spreadsheets.test-data.ts';
import { unpackWorkbook } from '#server/tables/workbook-archive.ts';
import { hostileFamilies } from '#tests/support/hostile/hostile-strings.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createSampler } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { bar } from './bar.ts';

let app: ServedApp;
let token: string;
beforeAll(async () => {
  app = await createServedApp();
  ({ token } = await addPerson(app, { roleKey: 'admin' }));
});
afterAll(() => app.close());

const texts = [
  ...hostileFamilies.formulas,
  '=1+1',
  '+1',
  '-1',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  ' =1',
  '\n=1',
  '"=1',
  "'=1",
  "''=1",
  'x\n=1+1',
  'x\r\n=1+1',
  'a","=1+1',
  'a,=1',
  'a;=1',
  'a\t=1',
  '=1";=2',
  '_x003D_1',
  '-2+3',
  '=',
  '-',
  '%=1',
].filter((text) => text.length <= 30);
const few = createSampler();
const formats = ['csv', 'xlsx'] as const;

async function download(path: string, format: TableFormat): Promise<Buffer> {
  const answer = await fetch(`${app.address}${API_BASE}${path}/export?format=${format}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status, path).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w.!~%-]+$/);
  return Buffer.from(await answer.arrayBuffer());
}

/** Text that a spreadsheet treats as a formula, including prefixes. */
const formula = /^[\s"]*[=+\-@＝＋－＠]/;

/** The cells of an export as text, and those that a spreadsheet would calculate. */
async function cellsOf(file: Buffer, format: TableFormat): Promise<{ cells: string[]; formulas: string[] }> {
  if (format === 'csv') {
    const cells = parse(file, { bom: true, relax_column_count: false }).flat();
    return { cells, formulas: cells.filter((cell) => formula.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)) };
  }
  const parts = [...unpackWorkbook(file).entries()];
  const formulas = parts.filter(([, content]) => /<f[\s>/]/.test(content.toString())).map(([name]) => name);
  const rows = await readSheet(file, { trim: false });
  return { cells: rows.flat().map(String), formulas };
}

/** A record that carries the text into an export. */
const carriers: [path: string, store: (text: string, n: number) => Promise<number>][] = [
  [
    '/post',
    (text, n) =>
      create('/post', { postName: `岗位${n}`, postCode: `c${n}`, sort: 1, status: 2, remark: text }),
  ],
  [
    '/config',
    (text, n) =>
      create('/config', { configName: text, configKey: `k${n}`, configValue: text, isFrontend: '0' }),
  ],
  [
    '/dict/type',
    (text, n) => create('/dict/type', { dictName: text, dictType: `t${n}`, status: 2, remark: text }),
  ],
  [
    '/dict/data',
    (text, n) =>
      create('/dict/data', {
        dictType: 'material_tag',
        dictLabel: text,
        dictValue: `v${n}`,
        dictSort: 1,
        status: 2,
      }),
  ],
  [
    '/role',
    (text, n) => create('/role', { roleName: text, roleKey: `r${n}`, roleSort: 1, status: '2', menuIds: [] }),
  ],
  ['/material', (text, n) => create('/material', { ...blank, name: `材料${n}`, remark: text })],
  [
    '/stock-size',
    (text, n) =>
      create('/stock-size', { form: 'roundBar', diameter: 200 + n, sort: 1, status: 2, remark: text }),
  ],
  [
    '/gate-rule',
    (text, n) =>
      create('/gate-rule', {
        kind: 'pieces',
        pieces: 200 + n,
        sentence: text,
        priceDisplay: 'reference',
        sort: 1,
        status: 1,
        remark: text,
      }),
  ],
  [
    '/charge-rule',
    (text, n) =>
      create('/charge-rule', {
        kind: 'other',
        label: text.slice(0, 30),
        scope: 'all',
        basis: 'order',
        amount: 200 + n,
        sort: 1,
        status: 1,
        remark: text,
      }),
  ],
  [
    '/lead-class',
    (text) =>
      create('/lead-class', {
        name: text.slice(0, 10),
        factor: 2,
        percent: 0,
        sort: 1,
        status: 1,
        remark: text,
      }),
  ],
  ['/sys-user', (text) => addPerson(app, { user: { nickName: text } }).then(() => 200)],
  ['/order', placeFor],
  ['/sys-login-log', (text, n) => fail(text, n)],
];
const blank = {
  materialTag: 'aluminium',
  density: 1,
  length: 9,
  width: 9,
  height: 9,
  deliveryTime: 1,
  speed: 0.1,
  sort: 1,
};

const create = async (path: string, body: object) => (await app.send('POST', path, { token, body })).status;

async function placeFor(text: string): Promise<number> {
  const item = { ...buildItem(await readCatalogue(app)), name: text };
  const body = await buildOrder(app, { as: 'demo' }, [item], {
    contactName: text,
    contactPhone: '13800138000',
    remark: text,
  });
  return (await place(app, { as: 'demo' }, body)).status;
}

async function fail(text: string, n: number): Promise<number> {
  const headers = { 'user-agent': /^[\x20-\x7e]+$/.test(text) ? text : 'x' };
  const remoteAddress = `10.44.0.${n + 1}`;
  const { status } = await app.send('POST', '/login', {
    body: { username: text, password: 'x' },
    headers,
    remoteAddress,
  });
  return status === 400 ? 200 : status;
}

bar(44, 'text that looks like a formula is exported as text', async () => {
  let records = 0;
  let checked = 0;
  for (const [path, store] of carriers) {
    const stored: string[] = [];
    for (const [n, text] of few(texts, 6).entries()) {
      records += 1;
      expect(await store(text, n), `${path} ${text}`).toBe(200);
      stored.push(text);
    }
    for (const format of formats) {
      const { cells, formulas } = await cellsOf(await download(path, format), format);
      expect(formulas, `${path} ${format}`).toStrictEqual([]);
      checked += cells.length;
      const missing = stored.filter((text) => !cells.some((cell) => sameText(cell, text, format)));
      expect(missing, `${path} ${format}`).toStrictEqual([]);
    }
  }
  const log = await cellsOf(await download('/sys-opera-log', 'csv'), 'csv');
  expect(log.formulas).toStrictEqual([]);
  return `${records} records with ${texts.length} texts in ${carriers.length + 1} exports, as .csv and .xlsx; ${checked} cells, no formula`;
});

/** The cell shows the text, in .csv perhaps after an apostrophe. Logs have spaces for line breaks. */
function sameText(cell: string, text: string, format: TableFormat): boolean {
  const spellings = [text, text.trim(), text.replaceAll(/\s/g, ' ')];
  return spellings.some((one) => cell === one || (format === 'csv' && cell === `'${one}`));
}

const send = async (format: TableFormat, raw: Buffer): Promise<ImportReport> => {
  const answer = await app.send('POST', '/price-table/import', {
    token,
    raw,
    headers: { 'content-type': tableTypes[format] },
  });
  expect(answer.status).toBe(200);
  return answer.data;
};
const apply = async ({ changes, errors }: ImportReport) => {
  expect(errors).toStrictEqual([]);
  const { status } = await app.send('POST', '/price-table/import/apply', {
    token,
    body: { cells: sentCells(changes), confirmJumps: true },
  });
  expect(status).toBe(200);
};
const readTable = async () => (await app.send('GET', '/price-table', { token })).data as PriceTable;

async function rowsOf(format: TableFormat): Promise<Cell[][]> {
  const file = await download('/price-table', format);
  return format === 'xlsx'
    ? ((await readSheet(file, { trim: false })) as Cell[][])
    : parse(file, { bom: true }).map((row) => row.map((cell) => (cell === '' ? null : cell)));
}

bar(44, 'a price table loses nothing when it is exported, changed, imported and exported again', async () => {
  const names = few(texts, 6).filter((text) => text.trim() !== '');
  const made = await app.send('POST', '/process', {
    token,
    body: { name: '=cmd|工艺', parentId: 0, sort: 1, filterType: 0, materialIds: [] },
  });
  for (const [n, name] of names.entries()) {
    expect(await create('/material', { ...blank, name: `${name}${n}`.slice(0, 60) })).toBe(200);
    const option = {
      name: `${name}${n}`,
      parentId: Number(made.data),
      sort: n,
      filterType: 0,
      materialIds: [],
    };
    expect(await create('/process', option)).toBe(200);
  }
  let pairs = 0;
  for (const format of formats) {
    const original = await readTable();
    const file = await download('/price-table', format);
    const again = await send(format, file);
    expect(again).toMatchObject({ changes: [], errors: [] });
    const rows = await rowsOf(format);
    pairs = rows.length - 1;
    expect(again.unchanged).toBe(pairs);
    const changed = rows.map((row, n) =>
      n === 0 ? row : [...row.slice(0, 5), n % 7 === 0 ? null : n / 100, n % 7 === 0 ? null : n % 30],
    );
    const written = Buffer.from(
      (
        await tableFile(
          't',
          'xlsx',
          changed.map((row) => row.map(unescaped(format))),
        )
      ).body,
    );
    await apply(await send('xlsx', written));
    const figures = (await rowsOf(format)).map((row) =>
      row.slice(5).map((cell) => (cell === null ? null : String(cell))),
    );
    expect(figures).toStrictEqual(
      changed.map((row) => row.slice(5).map((cell) => (cell === null ? null : String(cell)))),
    );
    expect(await send(format, await download('/price-table', format))).toMatchObject({
      changes: [],
      errors: [],
    });
    await apply(await send(format, file));
    expect(await readTable()).toStrictEqual(original);
  }
  return `${pairs} pairs, ${names.length} names like formulas, both formats, there and back: every cell as before`;
});

/** A .csv cell without the apostrophe that escapes formulas. */
const unescaped = (format: TableFormat) => (cell: Cell) =>
  format === 'csv' && typeof cell === 'string' && cell.startsWith("'") && formula.test(cell.slice(1))
    ? cell.slice(1)
    : cell;
