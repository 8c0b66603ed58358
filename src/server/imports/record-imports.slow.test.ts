import { afterAll, describe, expect, test } from 'vitest';
import type { RecordReport } from '#contract/kernel/record-import.ts';
import { fileOf, rowOf, workbookParts, workbookWith, zipOf } from '#server/tables/spreadsheets.test-data.ts';
import { startRecordImports, heads, figures, TAG } from './record-imports.test-data.ts';

const { app, token, uploadFile, uploadTo, upload, listOf, materialNamed } = await startRecordImports();
afterAll(() => app.close());

describe('materials', () => {
  test('are found by name despite blanks and full-width digits of pasted text', async () => {
    const [first] = await listOf('/material?pageSize=1&name=6061');
    expect(await materialNamed(' ６０６１ ')).toEqual(first);
  });

  test('with formulas are refused by cell; files in GB 18030 and UTF-16 are read', async () => {
    const formula = '<row r="1"><c r="A1"><v>1</v></c><c r="F1"><f>1+1</f><v>2</v></c></row>';
    expect((await uploadFile('material', 'xlsx', zipOf(workbookParts(formula)))).data).toMatchObject({
      errors: [{ row: 1, column: 'F', message: '公式不能导入，请先粘贴为数值' }],
    });
    // 材料名称,排序 / 甲,1 in GB 18030.
    const gb = Buffer.from('b2c4c1cfc3fbb3c62cc5c5d0f20abcd72c310a', 'hex');
    expect((await uploadFile('material', 'csv', gb)).data).toMatchObject({
      errors: expect.arrayContaining([{ row: 2, column: '材料分类', message: '新增时必须填写材料分类' }]),
    });
    const wide = Buffer.from('\ufeff材料名称,排序\n甲,1\n', 'utf16le');
    expect((await uploadFile('material', 'csv', wide)).data).toMatchObject({
      errors: expect.arrayContaining([{ row: 2, column: '材料分类', message: '新增时必须填写材料分类' }]),
    });
  });

  test('are refused beyond 500 rows', async () => {
    const rows = Array.from({ length: 501 }, (_, n) => [`材料${n}`, TAG, ...figures]);
    expect((await upload('material', [heads, ...rows])).errors).toEqual([
      { row: 1, column: '', message: '一次最多导入500行，文件中有501行' },
    ]);
  });
});

describe('cells of a spreadsheet', () => {
  type Cells = Parameters<typeof rowOf>[0];
  const PERCENT = 1;

  const preview = async (path: string, rows: readonly Cells[], after = ''): Promise<RecordReport> => {
    const file = workbookWith({ sheet: rows.map(rowOf).join(''), formats: [9, 14], after });
    return (await uploadTo(`${path}/import`, 'xlsx', file)).data;
  };

  test('with a percentage are read as a factor, and refused for a measure', async () => {
    const share = { value: 0.2, style: PERCENT };
    const row = ['甲', TAG, 2.7, 200, 100, 50, 3];
    const report = await preview('/material', [heads, [...row, share, 10]]);
    expect(report.errors).toEqual([]);
    expect(report.created[0]?.fields).toContainEqual({ head: '交期指数', before: '', after: '0.2' });
    expect(
      (await preview('/material', [heads, [...row.slice(0, 2), share, ...row.slice(3), 0.2, 10]])).errors,
    ).toEqual([{ row: 2, column: '密度 g/cm³', message: '密度 g/cm³必须是数字，而不是“20%”' }]);
    expect((await preview('/material', [heads, [...row, '1,5', 10]])).errors).toEqual([
      { row: 2, column: '交期指数', message: '交期指数的小数点请写成“.”，而不是“1,5”' },
    ]);
  });

  test('with an error value, or merged, are refused with their coordinates, for all resources', async () => {
    const columns = ['用户名', '姓名', '角色', '备注'];
    const users = [
      columns,
      ['qian.1', '钱一', '客户', null],
      ['qian.2', '钱二', null, { value: '#N/A', style: 0 }],
    ];
    const after = '<mergeCells><mergeCell ref="C2:C3"/></mergeCells>';
    expect(await preview('/sys-user', users, after)).toMatchObject({
      token: '',
      created: [],
      errors: [
        { row: 3, column: 'D', message: 'D3 是错误值 #N/A，请改正或清空' },
        { row: 2, column: 'C', message: 'C2:C3 是合并单元格，请取消合并，并填写其中每一格' },
      ],
    });
  });

  test('with a tax number that lost digits are refused', async () => {
    const columns = ['用户名', '姓名', '税号'];
    const number = { value: 9.1310000123456794e17, style: 0 };
    expect((await preview('/sys-user', [columns, ['sun.1', '孙一', number]])).errors).toMatchObject([
      { row: 2, column: 'C', message: expect.stringMatching(/^C2 的数字超过15位/) },
    ]);
  });
});

describe('a preview', () => {
  const rows = [heads, ...Array.from({ length: 500 }, (_, n) => [`批量材料 ${n}`, TAG, ...figures])];

  /** Runs `work` while another transaction that ran this statement is open. */
  async function beside<T>(statement: string, work: () => Promise<T>): Promise<T> {
    const other = await app.database.pool.connect();
    try {
      await other.query('begin');
      await other.query('set local idle_in_transaction_session_timeout = 0');
      await other.query(statement);
      return await work();
    } finally {
      await other.query('rollback');
      other.release();
    }
  }

  test('waits for neither orders nor other catalogue writes', async () => {
    const lock = `select from revision where name = 'catalogue' for update`;
    const report = await beside(lock, () => upload('material', rows.slice(0, 3)));
    expect(report).toMatchObject({ errors: [], created: [{}, {}] });
  });

  test('is refused while its records are locked, and writes nothing', async () => {
    const file = await fileOf('csv', rows.slice(0, 3));
    const lock = 'lock table material in share row exclusive mode';
    expect(await beside(lock, () => uploadFile('material', 'csv', file))).toMatchObject({
      status: 503,
      error: 'server.busy',
      msg: '其他人正在保存这些数据，暂时无法预览，没有写入任何内容，请稍后重新选择文件',
    });
    expect(await materialNamed('批量材料 0')).toBeUndefined();
  });

  test('of 500 rows lets a save through, continues after it, and writes nothing', async () => {
    const [first] = await listOf('/material?pageSize=1');
    const { id } = first as { id: number };
    const done: string[] = [];
    const previewing = upload('material', rows).then((report) => {
      done.push('preview');
      return report;
    });
    const isTrying = `select from pg_locks where relation = 'material'::regclass and mode = 'RowExclusiveLock'`;
    while ((await app.database.pool.query(isTrying)).rowCount === 0);
    const body = { ...first, remark: '先改了' };
    const saving = await app.send('PUT', `/material/${id}`, { token, body });
    done.push('save');
    const report = await previewing;
    expect(saving).toMatchObject({ status: 200, data: { remark: '先改了' } });
    expect(report.errors).toEqual([]);
    expect(report.created).toHaveLength(500);
    expect(done).toEqual(['save', 'preview']);
    expect(await materialNamed('批量材料 0')).toBeUndefined();
  });
});

describe('users', () => {
  const columns = ['用户名', '姓名', '部门', '角色', '电话'];

  test('are refused beyond a hundred new ones', async () => {
    const rows = Array.from({ length: 101 }, (_, n) => [`many${n}`, `用户${n}`, '', '', '']);
    expect((await upload('user', [columns, ...rows])).errors).toEqual([
      { row: 0, column: '', message: '一次最多新增100条，文件中有101条' },
    ]);
  });
});
