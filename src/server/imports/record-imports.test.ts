import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { RecordReport } from '#contract/kernel/record-import.ts';
import type { Cell } from '#server/tables/workbook.ts';
import { fileOf, rowOf, sentFile, workbookWith } from '#server/tables/spreadsheets.test-data.ts';
import { STANDARD_ID } from '#domain/lead/lead-class.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { readCatalogue } from '#tests/support/data/quotations.ts';
import { startRecordImports, paths, type Resource, heads, figures, TAG } from './record-imports.test-data.ts';

const { app, token, uploadFile, uploadTo, upload, apply, listOf, materialNamed } = await startRecordImports();
afterAll(() => app.close());

const template = (resource: Resource, query: string) =>
  app.http.inject({
    url: `/api/v1${paths[resource]}/import/template?${query}`,
    headers: { authorization: `Bearer ${token}` },
  });

test.each(Object.keys(paths) as Resource[])(
  'importing %s unchanged or with an empty template changes nothing, and needs its own permission',
  async (resource) => {
    const file = await template(resource, 'format=csv&records=1');
    expect(file.statusCode).toBe(200);
    const report = (await uploadFile(resource, 'csv', file.rawPayload)).data as RecordReport;
    expect(report).toMatchObject({ token: '', created: [], changed: [], errors: [] });
    expect(report.unchanged).toBeGreaterThan(0);
    const empty = await template(resource, 'format=csv');
    expect((await uploadFile(resource, 'csv', empty.rawPayload)).data).toMatchObject({
      token: '',
      errors: [{ row: 1, column: '', message: '文件中没有数据' }],
    });
    const { token: other } = await addPerson(app, { permissions: ['mfr:price:import', 'mfr:material:add'] });
    expect(await uploadFile(resource, 'csv', await fileOf('csv', [heads]), other)).toMatchObject({
      status: 403,
    });
    expect(await apply(resource, 'x'.repeat(43), { as: other })).toMatchObject({ status: 403 });
  },
);

/** The paths of lists that are exported and imported. */
const roundTrips = Object.values(endpoints).flatMap((calls) =>
  'importFile' in calls && 'export' in calls ? [[calls.export.path, calls.importFile.path] as const] : [],
);

async function addRule(body: object): Promise<void> {
  expect(await app.send('POST', '/charge-rule', { token, body })).toMatchObject({ msg: '创建成功' });
}

describe('a list', () => {
  beforeAll(async () => {
    const { tree, materials } = await readCatalogue(app, { token });
    const [material] = materials;
    const setup = { kind: 'setup', basis: 'line', amount: 5, sort: 1, status: 2 };
    const finish = { kind: 'finish', basis: 'finishMinimum', minimum: 300, sort: 2, status: 2 };
    const rules = [
      { ...setup, scope: 'material', materialId: material!.id },
      { ...setup, scope: 'tag', materialTag: material!.materialTag, leadClassId: STANDARD_ID },
      { ...finish, scope: 'option', optionId: tree.find(({ name }) => name === '表面处理')!.children[1]!.id },
      { ...setup, scope: 'all', amount: 6 },
      { ...setup, scope: 'all', amount: 7, status: 1 },
    ];
    for (const parentId of [0, 1]) {
      const body = { parentId, deptName: '同名部门', sort: 1, status: 2 };
      const { data } = await app.send('POST', '/dept', { token, body });
      await addPerson(app, { deptId: Number(data) });
    }
    for (const body of rules) await addRule(body);
  });

  // A workbook takes seconds more than a .csv; one of them shows that its cells keep their types.
  test.each(roundTrips.map((paths, n) => [...paths, n === 0 ? 'xlsx' : 'csv'] as const))(
    'exported by %s changes nothing when imported by %s as .%s',
    async (exportPath, importPath, format) => {
      const { rawPayload } = await app.http.inject({
        url: `/api/v1${exportPath}?format=${format}`,
        headers: { authorization: `Bearer ${token}` },
      });
      const report = (await uploadTo(importPath, format, rawPayload)).data as RecordReport;
      expect(report).toMatchObject({ token: '', created: [], changed: [], errors: [] });
      expect(report.unchanged).toBeGreaterThan(0);
    },
  );
});

describe('materials', () => {
  const idAndName = ['编号', '材料名称'];

  test('are created as drafts and changed after a preview, in one step, once', async () => {
    const [first] = await listOf('/material?pageSize=1');
    const rows = [
      heads,
      ['导入的材料', TAG, ...figures],
      [first!['name'] as string, TAG, null, '１２３．５', null, null, null, null, null],
    ];
    const report = await upload('material', rows);
    expect(report.errors).toEqual([]);
    expect(report.created).toMatchObject([{ row: 2, name: '导入的材料' }]);
    expect(report.changed).toEqual([
      {
        row: 3,
        name: first!['name'],
        fields: [{ head: '基准长 mm', before: String(first!['length']), after: '123.5' }],
      },
    ]);
    expect(await materialNamed('导入的材料')).toBeUndefined();
    expect(await apply('material', report.token)).toMatchObject({
      status: 200,
      msg: '导入成功',
      data: { created: 1, changed: 1, passwords: [] },
    });
    expect(await materialNamed('导入的材料')).toMatchObject({ status: 'draft', density: 2.7, sort: 10 });
    expect(await materialNamed(first!['name'] as string)).toMatchObject({
      length: 123.5,
      width: first!['width'],
      processConfig: first!['processConfig'],
      status: first!['status'],
    });
    expect(await apply('material', report.token)).toMatchObject({ status: 409, error: 'import.expired' });
    const logs = await listOf(`/sys-opera-log?title=${encodeURIComponent('导入材料')}&pageSize=5`);
    expect(JSON.stringify(logs)).toContain('123.5');
  });

  test('are refused completely when one has changed since the preview', async () => {
    const [, second] = await listOf('/material?pageSize=2');
    const name = second!['name'] as string;
    const report = await upload('material', [
      ['材料名称', '基准宽 mm', '客户可见说明'],
      [name, 77, '说明'],
      ['还没有的材料', 77, ''],
    ]);
    expect(report.errors.length).toBeGreaterThan(0);
    const good = await upload('material', [
      ['材料名称', '基准宽 mm'],
      [name, 77],
    ]);
    const { id, version } = second as { id: number; version: number };
    const body = { ...second, remark: '先改了', version };
    expect(await app.send('PUT', `/material/${id}`, { token, body })).toMatchObject({ status: 200 });
    expect(await apply('material', good.token)).toMatchObject({
      status: 409,
      error: 'import.expired',
      msg: '预览之后数据有变动，没有导入任何内容，请重新选择文件核对',
    });
    expect(await materialNamed(name)).toMatchObject({ width: second!['width'], remark: '先改了' });
  });

  test('are found by id, so that they can be renamed', async () => {
    const [, , third] = await listOf('/material?pageSize=3');
    const { id, name } = third as { id: number; name: string };
    const report = await upload('material', [idAndName, [id, '改名的材料']]);
    expect(report.changed).toMatchObject([
      { fields: [{ head: '材料名称', before: name, after: '改名的材料' }] },
    ]);
    await apply('material', report.token);
    expect(await materialNamed('改名的材料')).toMatchObject({ id });
  });

  const given: readonly Cell[] = ['甲', TAG, ...figures];
  const withColumn = (head: string) => [
    [...heads, head],
    [...given, 1],
  ];

  test.each<[what: string, rows: (readonly Cell[])[], row: number, column: string, message: string]>([
    ['an unknown column', withColumn('价格'), 1, '价格', '不认识的列，请使用模板的表头'],
    ['a duplicate column', withColumn('排序'), 1, '排序', '列重复'],
    ['no name column', [heads.slice(1), given.slice(1)], 1, '材料名称', '缺少此列，请使用模板的表头'],
    ['text', [heads, given.with(2, '约 3')], 2, '密度 g/cm³', '密度 g/cm³必须是数字，而不是“约 3”'],
    ['a number out of range', [heads, given.with(2, 31)], 2, '密度 g/cm³', '密度不能大于30'],
    ['an unknown name', [heads, given.with(1, '木头')], 2, '材料分类', '材料分类 木头 不存在'],
    ['a duplicate record', [heads, given, given.with(0, ' 甲 ')], 3, '', '与第2行是同一条记录'],
    ['an unknown id', [idAndName, [999_999, '甲']], 2, '编号', '编号 999999 不存在'],
    ['a missing field', [heads.slice(0, 8), given.slice(0, 8)], 2, '排序', '新增时必须填写排序'],
  ])('with %s are refused by row and column', async (_name, rows, row, column, message) => {
    expect(await upload('material', rows)).toMatchObject({ token: '', errors: [{ row, column, message }] });
  });

  test('store text that looks like a formula as text', async () => {
    const name = '=HYPERLINK("http://evil")';
    const report = await upload('material', [heads, [name, TAG, ...figures]]);
    expect(report.created).toMatchObject([{ name }]);
    await apply('material', report.token);
    const file = await template('material', 'format=csv&records=1');
    expect(file.body).toContain(`'=HYPERLINK`);
    expect((await uploadFile('material', 'csv', file.rawPayload)).data).toMatchObject({
      created: [],
      changed: [],
      errors: [],
    });
  });

  test('are neither created nor changed without the permissions for it', async () => {
    const { token: other } = await addPerson(app, {
      permissions: ['mfr:material:import', 'mfr:material:list'],
    });
    const [first] = await listOf('/material?pageSize=1&status=onSale');
    const report = await upload(
      'material',
      [heads, ['甲', TAG, ...figures], [first!['name'] as string, TAG, 9, ...figures.slice(1)]],
      { as: other },
    );
    expect(report).toMatchObject({
      token: '',
      errors: [
        { message: '您没有新增材料的权限，文件中有1条新记录' },
        { message: '您没有修改材料的权限，文件中有1条修改' },
      ],
    });
  });

  test("cannot be applied with another resource's preview, another file, or from an outdated page", async () => {
    const report = await upload('material', [heads, ['乙', TAG, ...figures]]);
    const others = await fileOf('csv', [heads, ['丙', TAG, ...figures]]);
    expect(await apply('material', report.token, { file: sentFile(others) })).toMatchObject({
      status: 409,
      error: 'import.expired',
    });
    for (const other of ['process', 'user', 'dictType'] as const) {
      expect(await apply(other, report.token)).toMatchObject({ status: 409, error: 'import.expired' });
    }
    for (const path of ['/price-table', '/material']) {
      const body = { token: report.token };
      expect(await app.send('POST', `${path}/import/apply`, { token, body })).toMatchObject({
        status: 409,
        msg: '系统已更新，没有导入任何内容，请刷新页面后重新导入',
      });
    }
    expect(await apply('material', report.token)).toMatchObject({ status: 200 });
  });
});

describe('cells of a spreadsheet', () => {
  const RULES = [
    '费用',
    '费用名称',
    '适用范围',
    '材料分类',
    '材料',
    '工艺选项',
    '计费方式',
    '百分比 %',
    '开始日期',
    '截止日期',
    '排序',
    '状态',
  ];
  type Cells = Parameters<typeof rowOf>[0];
  const PERCENT = 1;
  const DATE = 2;
  const rush = (name: string, [percent, from, to]: Cells): Cells => [
    '加急费',
    name,
    '全部零件',
    null,
    null,
    null,
    '零件合计的百分比',
    percent ?? null,
    from ?? null,
    to ?? null,
    50,
    '正常',
  ];
  const preview = async (path: string, rows: readonly Cells[], after = ''): Promise<RecordReport> => {
    const file = workbookWith({ sheet: rows.map(rowOf).join(''), formats: [9, 14], after });
    return (await uploadTo(`${path}/import`, 'xlsx', file)).data;
  };
  const valuesOf = ({ created }: RecordReport) =>
    created.map(({ fields }) =>
      fields.filter(({ head }) => /百分比 %|日期/.test(head)).map(({ after }) => after),
    );

  test('with a percentage or a date are read in the unit of their column', async () => {
    const report = await preview('/charge-rule', [
      RULES,
      rush('一', [{ value: 0.15, style: PERCENT }, { value: 72716, style: DATE }, '2099/2/28']),
      rush('二', [{ value: 0.4, style: PERCENT }, '2099年3月1日', '2099.3.31']),
      rush('三', ['１２．５％', '2099/4/1 0:00', null]),
      rush('四', [15, null, null]),
    ]);
    expect(report.errors).toEqual([]);
    expect(valuesOf(report)).toEqual([
      ['15', '2099-01-31', '2099-02-28'],
      ['40', '2099-03-01', '2099-03-31'],
      ['12.5', '2099-04-01'],
      ['15'],
    ]);
  });
});

test('a process is imported with its options under their parents', async () => {
  const columns = ['上级工艺', '工艺名称', '排序', '适用规则', '选中的材料'];
  const [one, two] = await listOf('/material?pageSize=2');
  const report = await upload('process', [
    columns,
    ['', '试制工艺', 90, '', ''],
    ['试制工艺', '淬火', 1, '仅选中部分启用', `${String(one!['name'])}、${String(two!['name'])}`],
    ['试制工艺/淬火', '硬度', 1, '', ''],
  ]);
  expect(report.errors).toEqual([]);
  expect(report.created.map(({ name }) => name)).toEqual(['试制工艺', '试制工艺/淬火', '试制工艺/淬火/硬度']);
  expect(await apply('process', report.token)).toMatchObject({ status: 200, data: { created: 3 } });
  const tree = (await listOf(`/process/tree?name=${encodeURIComponent('试制工艺')}&pageSize=100`))[0];
  expect(tree).toMatchObject({
    name: '试制工艺',
    filterType: 0,
    children: [
      { name: '淬火', filterType: 2, materialIds: [one!['id'], two!['id']], children: [{ name: '硬度' }] },
    ],
  });
  const again = await upload('process', [
    columns,
    ['试制工艺', '淬火', 2, '', ''],
    ['不存在的', '甲', 1, '', ''],
  ]);
  expect(again.errors).toEqual([{ row: 3, column: '上级工艺', message: '上级工艺 不存在的 不存在' }]);
});

test('a dictionary is imported with its entries, and a duplicate is refused', async () => {
  const types = await upload('dictType', [
    ['字典名称', '字典类型', '状态'],
    ['紧急程度', 'urgency', '正常'],
  ]);
  await apply('dictType', types.token);
  const columns = ['字典类型', '字典标签', '字典键值', '排序', '颜色', '状态'];
  const entries = await upload('dictData', [
    columns,
    ['urgency', '急', 'high', 1, 'red', '正常'],
    ['urgency', '不急', 'low', 2, '', '停用'],
  ]);
  expect(entries.errors).toEqual([]);
  await apply('dictData', entries.token);
  expect(await listOf('/dict/data?dictType=urgency')).toMatchObject([
    { dictLabel: '急', listClass: 'red', status: 2 },
    { dictLabel: '不急', listClass: '', status: 1 },
  ]);
  const wrong = await upload('dictData', [
    columns,
    ['urgency', '急', 'High', 1, 'rot', '开'],
    ['nothing', '甲', 'a', 1, '', '正常'],
  ]);
  expect(wrong.errors).toEqual([
    { row: 2, column: '颜色', message: '颜色的取值不正确' },
    { row: 2, column: '状态', message: '状态只能是 停用、正常' },
  ]);
  const unknown = await upload('dictData', [columns, ['nothing', '甲', 'a', 1, '', '正常']]);
  expect(unknown.errors).toEqual([{ row: 2, column: '字典类型', message: '字典类型不存在' }]);
});
