import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { multiply } from '#tests/support/data/clerk.ts';
import { allowConsoleErrors } from '#tests/support/browser/console-errors.ts';
import type { OrderModel } from '#contract/files/models.ts';
import { customer, openApp } from '#storefront/app/app.test-data.tsx';
import { buildOrder } from './order.test-data.ts';

const page = '/order/details/3';
const shows = (order: ReturnType<typeof buildOrder>) => ({
  token: 't',
  answers: { 'GET /order/3/withExt': ok(order) },
});

describe('order details', () => {
  test('show the parts, the contact and the price explanation', async () => {
    const user = userEvent.setup();
    openApp(page, shows(buildOrder()));
    const item = await screen.findByRole('article', { name: '1 支架' });
    expect(item.textContent).toContain('AL6061-T6 · 120 × 60 × 20 mm · 10 件');
    await waitFor(() => expect(document.title).toBe('订单 Q20261120-0001 · 智造报价'));
    await user.click(within(item).getByText('价格说明', { selector: 'summary' }));
    const rows = within(within(item).getByRole('table', { name: '价格说明' }))
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ['项目', '金额', '工作日'],
      ['加工基价 AL6061-T6每件；按材料分类', '¥85.00', '3'],
      ['表面处理：阳极氧化', '+¥13.50', '+1.5'],
      ['基准单价每件，不含数量优惠', '¥98.50', '4.5'],
      ['数量', '× 10', '+1.43'],
      ['数量优惠10 件一起做，每件省 27.6 %', '−¥271.43', ''],
      ['小计工作日不足一天按一天计', '¥713.57', '6'],
    ]);
    const facts = screen.getByRole('region', { name: '客户与收货' });
    for (const text of ['示例客户公司', '李工', '13800000000'])
      expect(within(facts).getByText(text)).toBeDefined();
  });

  test('show the model of a part, its scale, and that its file is deleted', async () => {
    const model: OrderModel = {
      id: 8,
      lineNo: 1,
      name: '支架.obj',
      size: 2048,
      format: 'obj',
      status: 'measured',
      failure: null,
      measurings: 1,
      isDeleted: false,
      body: 0,
      // The only body of a file is shown without a name.
      bodyName: 'Solid1',
      bodies: 1,
      unit: null,
      scale: '25.4',
      sent: { volumeMm3: 1, boxMm: [1, 1, 1], isTurned: false },
      measured: null,
      findings: [],
      hasThumbnail: false,
      check: 'equal',
      acknowledged: null,
    };
    const [sold] = buildOrder().items;
    const items = [sold!, { ...sold!, id: 2, lineNo: 2, name: '' }];
    const models = [model, { ...model, id: 9, lineNo: 2, isDeleted: true }];
    openApp(page, shows(buildOrder({ items, models })));
    const [kept, seen, deleted] = await screen.findAllByRole('button', { name: /支架\.obj/ });
    expect(seen?.textContent).toBe('查看三维');
    expect(kept?.textContent).toBe('OBJ支架.obj按 ×25.4 换算 · 2.0 KB');
    expect(kept).toHaveProperty('disabled', false);
    expect(deleted?.textContent).toContain('文件已按保留期限删除');
    expect(deleted).toHaveProperty('disabled', true);
  });

  test('show unit prices that multiply to the sub-total, or note that the sub-total counts', async () => {
    const [sold] = buildOrder().items;
    const items = [
      { ...sold!, id: 1, lineNo: 1, num: 1000, sub_total: 37448.66 },
      { ...sold!, id: 2, lineNo: 2, num: 10, sub_total: 713.57 },
      { ...sold!, id: 3, lineNo: 3, num: 50, sub_total: 3568 },
    ];
    openApp(page, shows(buildOrder({ items })));
    const list = await screen.findByRole('region', { name: '零件' });
    const found = within(list)
      .getAllByRole('article')
      .map((article, index) => {
        const text = article.textContent;
        const [, unit = ''] = /折合单价 (¥[\d,.]+)/.exec(text) ?? [];
        const [, subTotal = ''] = /小计 (¥[\d,.]+)/.exec(text) ?? [];
        expect(text).toContain('交期 6 个工作日');
        return multiply(unit, items[index]!.num, subTotal);
      });
    expect(found).toEqual(['explained by four decimals', 'exact', 'exact']);
    expect(within(list).getAllByText(/金额以小计为准/)).toHaveLength(1);
  });

  test('of an expired quotation show that it has expired', async () => {
    openApp(page, shows(buildOrder({ status: 'quoted', isExpired: true, moves: [] })));
    expect((await screen.findByRole('note')).textContent).toContain('2026-12-05 过期');
    expect(screen.queryByRole('button', { name: /取消/ })).toBeNull();
  });

  test('show the reason when the server refuses them', async () => {
    openApp(page, {
      token: 't',
      answers: { 'GET /order/3/withExt': refusal(403, '没有权限', 'permission.denied') },
    });
    await screen.findByRole('heading', { name: '页面暂时打不开' });
    expect(screen.getByText(/没有权限/)).toBeDefined();
    // React logs every error that a boundary catches.
    allowConsoleErrors();
  });
});

describe('cancelling', () => {
  test('asks for a reason, sends the version shown, and shows the new status', async () => {
    const user = userEvent.setup();
    const { sent, known } = openApp(page, shows(buildOrder({ version: 5 })));
    known['POST /order/3/move'] = () => {
      known['GET /order/3/withExt'] = ok(buildOrder({ status: 'cancelled', moves: [] }));
      return ok({}, '操作成功');
    };
    await user.click(await screen.findByRole('button', { name: '取消订单' }));
    const dialog = screen.getByRole('dialog', { name: '取消订单 Q20261120-0001' });
    await user.type(within(dialog).getByLabelText('取消原因'), ' 数量有误 ');
    await user.click(within(dialog).getByRole('button', { name: '确认取消' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: '取消订单' })).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      to: 'cancelled',
      reason: '数量有误',
      version: 5,
    });
    expect(screen.getByText('操作成功')).toBeDefined();
  });
});

describe('the page after ordering', () => {
  test('shows number, total, date and the next steps', async () => {
    openApp('/order/success?id=3', { token: 't', answers: { 'GET /order/3': ok(buildOrder()) } });
    const heading = await screen.findByRole('heading', { name: '订单已提交' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    for (const text of ['Q20261120-0001', '¥713.57', '2026-12-03'])
      expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByRole('link', { name: '查看订单' }).getAttribute('href')).toBe(page);
  });
});

describe('an unconfirmed order', () => {
  const permitted = ok({ ...customer, buttons: ['mfr:order:add'] });
  const open = (order: object, answers = {}) =>
    openApp('/order/details/3', {
      token: 't',
      answers: { 'GET /getinfo': permitted, 'GET /order/3/withExt': ok(buildOrder(order)), ...answers },
    });

  test('accepts a corrected contact after validating it', async () => {
    const user = userEvent.setup();
    const { sent } = open(
      { status: 'placed', version: 4 },
      { 'POST /order/3/contact': ok(null, '收货信息已更新') },
    );
    await user.click(await screen.findByRole('button', { name: '修改收货信息' }));
    const phone = await screen.findByLabelText(/联系电话/);
    await user.clear(phone);
    await user.type(phone, 'abc');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText(/请输入有效的电话/)).toBeDefined();
    await user.clear(phone);
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('请输入联系电话')).toBeDefined();
    await user.type(phone, '021-12345678');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('收货信息已更新')).toBeDefined();
    const request = sent.find(({ url }) => url === '/order/3/contact');
    expect(request?.body).toMatchObject({ contactPhone: '021-12345678', version: 4 });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('accepts another drawing', async () => {
    const user = userEvent.setup();
    const file = {
      id: 9,
      name: '图.pdf',
      size: 1,
      path: '',
      full_path: '',
      type: 'application/pdf',
      hasThumbnail: false,
    };
    const { sent } = open(
      { status: 'placed', version: 4, revision: 2 },
      {
        'POST /public/uploadFile': { code: 200, msg: '上传成功', ...file, data: file },
        'POST /order/3/file': ok(null, '附件已添加'),
      },
    );
    const [input] = await screen.findAllByLabelText<HTMLInputElement>('补充图纸', { selector: 'input' });
    await user.upload(input!, new File(['%PDF'], '图.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText('附件已添加')).toBeDefined();
    expect(sent.find(({ url }) => url === '/order/3/file')?.body).toEqual({
      lineNo: 1,
      fileIds: [9],
      revision: 2,
    });
  });

  test('accepts neither once it is confirmed', async () => {
    open({ status: 'confirmed' });
    await screen.findByRole('heading', { name: /Q20261120-0001/ });
    expect(screen.queryByRole('button', { name: '修改收货信息' })).toBeNull();
    expect(screen.queryByRole('button', { name: '补充图纸' })).toBeNull();
  });
});
