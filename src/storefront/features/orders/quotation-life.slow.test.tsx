import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { quotation, open, dialog, openShares, figures, reprice } from './quotation-life.test-data.tsx';

describe('a quotation', () => {
  test('shows an old version', async () => {
    const order = quotation();
    const old = {
      orderId: 3,
      orderNo: order.orderNo,
      revision: 1,
      isCurrent: false,
      price: '600.00',
      delivery_time: 5,
      promisedDate: '2026-12-01',
      createdAt: '2026-11-19T10:00:00+08:00',
      validUntil: '2026-12-04T23:59:59.999+08:00',
      contactName: '',
      contactPhone: '',
      address: '',
      remark: '',
      items: [{ ...order.items[0], name: '旧支架' }],
      files: [],
      models: [],
      charges: [],
    };
    open(order, { 'GET /order/3/revision/1': ok(old) }, '/order/details/3?revision=1');
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('Q20261120-0001 第 1 版已被取代');
    expect(screen.getByRole('article', { name: '1 旧支架' })).toBeDefined();
    expect(screen.getByRole('link', { name: '查看最新版本' }).getAttribute('href')).toBe('/order/details/3');
    expect(screen.queryByRole('button', { name: /取消|提交订单/ })).toBeNull();
  });

  test.each(['0', 'x', '-1', ''])('shows the 404 page for version %j', async (revision) => {
    const { at } = open(quotation(), {}, `/order/details/3?revision=${revision}`);
    await screen.findByRole('heading', { name: '页面不存在' });
    expect(at()).toBe('/404');
  });

  test('shows changes in its timeline', async () => {
    const history = [
      { from: null, to: 'quoted', reason: '', userName: '张工', createdAt: '2026-11-19T10:00:00+08:00' },
      {
        from: 'quoted',
        to: 'quoted',
        reason: '修改报价，第 2 版',
        userName: '张工',
        createdAt: '2026-11-20T10:00:00+08:00',
      },
    ];
    open(quotation({ history }));
    const line = await screen.findByRole('region', { name: '进度' });
    const steps = within(line).getAllByRole('listitem');
    expect(steps[1]?.textContent).toBe('修改报价，第 2 版2026-11-20 10:00 张工');
  });
});

describe('repricing', () => {
  test('shows changed prices before saving', async () => {
    const { user, known } = await reprice({ 'GET /order/3/reprice': ok(figures) });
    known['PUT /order/3'] = () => {
      const items = [{ lineNo: 1, sub_total: 800, delivery_time: 6, reason: '' }];
      known['GET /order/3/reprice'] = ok({
        quotation: { ...figures.quotation, price: '800.00' },
        reason: '',
        items,
      });
      return refusal(409, '价格已更新，请确认新的价格', 'order.price_changed');
    };
    await user.click(await dialog().findByRole('button', { name: '保存为第 3 版' }));
    expect((await dialog().findAllByText('¥800.00')).length).toBe(2);
  });
});

describe('sharing', () => {
  const writeText = vi.fn<(text: string) => Promise<void>>();
  beforeEach(() => void writeText.mockReset().mockResolvedValue(undefined));

  const share = (links: object[]) => openShares(links, writeText);

  test('shows the reason if no link was created', async () => {
    const { user, known } = await share([]);
    known['POST /order/3/share'] = refusal(409, '有效分享链接已达上限', 'share.too_many');
    await user.click(dialog().getByRole('button', { name: '生成链接' }));
    expect((await dialog().findByRole('alert')).textContent).toBe('有效分享链接已达上限');
    expect(dialog().queryByLabelText('分享链接')).toBeNull();
  });

  test('asks to copy manually without a clipboard', async () => {
    const { user } = await share([]);
    writeText.mockRejectedValue(new Error('not allowed'));
    document.execCommand = () => false;
    await user.click(dialog().getByRole('button', { name: '生成链接' }));
    await user.click(await dialog().findByRole('button', { name: '复制链接' }));
    expect(await screen.findByText('浏览器不允许复制，请手动选择链接复制')).toBeDefined();
  });
});
