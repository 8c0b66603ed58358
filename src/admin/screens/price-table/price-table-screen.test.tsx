import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { openTable } from './price-table-screen.test-data.tsx';

beforeEach(() => {
  // jsdom has no layout, so the grid gets a size here.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

test('after a system error the edits stay and can be saved again', async () => {
  const { press, type, known } = await openTable({
    answers: { 'PUT /price-table': refusal(500, '系统错误', 'server.error') },
  });
  press('Home');
  type('6/1', 'Enter');
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('系统错误')).toBeTruthy();
  await screen.findByText('1 个价格未保存');
  known['PUT /price-table'] = ok({ saved: 1, meets: [] }, '更新成功');
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(screen.queryByText('1 个价格未保存')).toBeNull());
});

const saves = { 'PUT /price-table': ok({ saved: 1, meets: [] }, '更新成功') };

/** Finds a dialog by its title: a query by role searches the whole page, which takes seconds. */
async function dialogOf(title: string) {
  const [heading] = await screen.findAllByText(title);
  const dialog = heading?.closest<HTMLElement>('[role=dialog]');
  if (!dialog) throw new Error(`${title} is not the title of a dialog`);
  return {
    ...within(dialog),
    buttonOf: (label: string) => within(dialog).getByText(label).closest('button')!,
  };
}

test('a price change by more than half is marked, and saved only after confirmation', async () => {
  const jumps = { count: 1, jumps: [{ id: '1/11', name: 'AL6061 · 表面处理 喷砂', from: 5, to: 7.51 }] };
  const { press, type, sentTo } = await openTable({
    answers: {
      'PUT /price-table': ({ body }) =>
        (body as { confirmJumps?: true }).confirmJumps
          ? saves['PUT /price-table']
          : refusal(409, '1 个价格变动超过 50%', 'price.jump', { data: jumps }),
    },
  });
  press('Home');
  type('7.5', 'Enter');
  expect(screen.queryByText(/变动超过 50%/)).toBeNull();
  press('ArrowUp');
  type('7.51', 'Enter');
  await screen.findByText('1 个变动超过 50%');
  screen.getByLabelText('AL6061，表面处理 喷砂：7.51/0.5，未保存，变动超过 50%');

  press('s', { ctrlKey: true });
  const dialog = await dialogOf('请核对变动较大的价格');
  dialog.getByText('+50.2%');
  dialog.getByText('AL6061 · 表面处理 喷砂');
  const confirm = dialog.buttonOf('确认保存');
  expect(confirm.disabled).toBe(true);
  fireEvent.click(confirm);
  expect(sentTo('PUT /price-table')).toHaveLength(1);
  // The refusal opens a confirmation, not an error notice.
  expect(screen.queryByText('1 个价格变动超过 50%', { selector: '.ant-message-notice *' })).toBeNull();
  fireEvent.click(dialog.getByLabelText('已核对这 1 个变动超过 50% 的价格'));
  fireEvent.click(confirm);
  await waitFor(() => expect(screen.queryByText('1 个价格未保存')).toBeNull());
  const before = { price: 5, time: 0.5 };
  const after = { price: 7.51, time: 0.5 };
  expect(sentTo('PUT /price-table')[1]).toMatchObject({
    body: { cells: [{ materialId: 1, optionId: 11, before, after }], confirmJumps: true },
  });
});

test('selected prices are raised together after a preview, and undone in one step', async () => {
  const { press, sentTo } = await openTable({ answers: saves });
  press('Home', { ctrlKey: true });
  fireEvent.click(screen.getByText('批量调整'));
  fireEvent.click(await screen.findByText('改选表中全部 4 格'));
  const dialog = await dialogOf('批量调整 · 已选 4 格：全部材料和选项');
  fireEvent.change(dialog.getByLabelText('上调百分比'), { target: { value: '8' } });
  dialog.getByText('将修改 2 个价格；1 个没有价格，跳过；1 个不适用，跳过');
  dialog.getByText('5.4/0.5');
  dialog.getByText('9.72/1');
  fireEvent.click(dialog.buttonOf('填入 2 个价格'));
  await screen.findByText('2 个价格未保存');
  fireEvent.click(screen.getByLabelText('撤销'));
  await waitFor(() => expect(screen.queryByText('2 个价格未保存')).toBeNull());
  expect(sentTo('PUT /price-table')).toEqual([]);
});

test('an import with large price changes is applied only after they are confirmed', async () => {
  const priced = (materialId: number, price: number) => ({
    materialId,
    optionId: 11,
    before: { price: 10, time: 1 },
    after: { price, time: 1 },
  });
  const changed = (materialId: number, price: number) => ({
    ...priced(materialId, price),
    materialName: `材料${materialId}`,
    optionName: '表面处理 喷砂',
  });
  const report = { changes: [changed(1, 11), changed(2, 100)], unchanged: 3, errors: [] };
  const { sentTo } = await openTable({
    answers: {
      'POST /price-table/import': ok(report, '已读取文件'),
      'POST /price-table/import/apply': ok({ saved: 2, meets: [] }, '导入成功'),
    },
  });
  const file = new File(['x'], 'prices.csv', { type: 'text/csv' });
  fireEvent.change(screen.getByLabelText('导入文件'), { target: { files: [file] } });
  const dialog = await dialogOf('导入预览 · prices.csv');
  dialog.getByText(/其中 1 个变动超过 50%/);
  expect(dialog.getAllByText(/^材料\d$/).map(({ textContent }) => textContent)).toEqual(['材料2', '材料1']);
  const apply = dialog.buttonOf('应用 2 处修改');
  expect(apply.disabled).toBe(true);
  fireEvent.click(dialog.getByLabelText(/已核对/));
  fireEvent.click(apply);
  await waitFor(() => expect(sentTo('POST /price-table/import/apply')).toHaveLength(1));
  expect(sentTo('POST /price-table/import/apply')[0]?.body).toEqual({
    cells: [priced(1, 11), priced(2, 100)],
    confirmJumps: true,
  });
});

test('pasting a merged cell reports the cleared prices, and saving asks about them', async () => {
  const jumps = { count: 1, jumps: [{ id: '2/11', name: 'AL6061 · 表面处理 氧化', from: 9, to: null }] };
  const { press } = await openTable({
    answers: { 'PUT /price-table': refusal(409, '1 个价格被清空', 'price.jump', { data: jumps }) },
  });
  press('Home', { ctrlKey: true });
  fireEvent.paste(screen.getByRole('grid'), { clipboardData: { getData: () => '12.5\t\r\n' } });
  await screen.findByText(/^已粘贴，清空 1 个价格/);
  screen.getByText('1 个被清空');
  screen.getByLabelText('AL6061，表面处理 氧化：缺价，未保存，被清空');
  press('s', { ctrlKey: true });
  const dialog = await dialogOf('请核对变动较大的价格');
  dialog.getByText('无价格');
  dialog.getByLabelText('已核对这 1 个被清空的价格');
  expect(dialog.buttonOf('确认保存').disabled).toBe(true);
});

test('edits are saved as a draft, which shows the prices changed since and is published', async () => {
  const time = '2026-11-20T08:00:00.000Z';
  const draft = {
    id: 4,
    name: '外协涨价',
    reason: '氧化厂提价',
    state: 'draft',
    count: 1,
    createdName: '系统管理员',
    createdAt: time,
    publishAt: null,
    scheduledName: '',
    failure: '',
    publishedName: '',
    publishedAt: null,
    undoneName: '',
    undoneAt: null,
    version: 1,
  };
  const cell = {
    kind: 'cell',
    key: 'cell/1/11',
    group: 'AL6061',
    name: '表面处理 喷砂',
    before: { price: 5, time: 0.5 },
    after: { price: 5.4, time: 0.5 },
    isDeleted: false,
    now: { price: 5.1, time: 0.5 },
  };
  const list = { list: [draft], count: 1, pageIndex: 1, pageSize: 10, maxUpdatedAt: null };
  const { press, type, sentTo } = await openTable({
    answers: {
      'POST /price-draft': ok(4, '已存为草稿'),
      'GET /price-draft': ok(list),
      'GET /price-draft/4': ok({ ...draft, changes: [cell], hidden: 0, meets: [], seen: 'f00d' }),
      'POST /price-draft/4/publish': ok({ saved: 1 }, '已发布'),
    },
  });
  press('Home', { ctrlKey: true });
  type('5.4', 'Enter');
  fireEvent.click(screen.getByText('存为草稿'));
  const naming = await dialogOf('存为草稿 · 1 个价格');
  // The name has the focus, even if there are drafts to choose from.
  const name = await naming.findByLabelText('名称');
  naming.getByLabelText('存到');
  expect(document.activeElement).toBe(name);
  fireEvent.click(naming.buttonOf('存为草稿'));
  await naming.findByText('请输入名称');
  fireEvent.change(naming.getByLabelText('名称'), { target: { value: '外协涨价' } });
  fireEvent.click(naming.buttonOf('存为草稿'));
  await waitFor(() => expect(screen.queryByText('1 个价格未保存')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('grid')));
  const { before, after } = cell;
  expect(sentTo('POST /price-draft')[0]?.body).toEqual({
    name: '外协涨价',
    reason: '',
    changes: [{ kind: 'cell', materialId: 1, optionId: 11, before, after }],
  });

  await screen.findByText('已存为草稿，价格没有变动');
  fireEvent.click(screen.getByText('查看草稿'));
  const drafts = await dialogOf('调价草稿与发布记录');
  fireEvent.click(await drafts.findByText('外协涨价'));
  await drafts.findByText(/1 个价格在起草之后已被修改/);
  drafts.getByText('上调 1 个');
  drafts.getByText('原因：氧化厂提价');
  fireEvent.click(drafts.buttonOf('立即发布'));
  expect(sentTo('POST /price-draft/4/publish')).toEqual([]);
  const question = await dialogOf('立即发布 1 个价格？');
  question.getByText('此后的报价与订单按它计价。');
  fireEvent.click(question.buttonOf('发布'));
  await waitFor(() => expect(sentTo('POST /price-draft/4/publish')).toHaveLength(1));
  expect(sentTo('POST /price-draft/4/publish')[0]?.body).toEqual({
    seen: 'f00d',
    version: 1,
  });
});
