import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { promisedDate, shipCalendar } from '#providers/ship-calendar.ts';
import { buildOrder } from './order.test-data.ts';
import {
  quotation,
  open,
  dialog,
  openShares,
  shareToken,
  figures,
  reprice,
} from './quotation-life.test-data.tsx';

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe('a quotation', () => {
  test('shows its versions, newest first, with parts and document', async () => {
    open(quotation());
    const list = await screen.findByRole('region', { name: '版本' });
    const [newest, oldest] = within(list).getAllByRole('listitem');
    expect(newest?.textContent).toMatch(/^第 2 版 ¥713\.57/);
    expect(oldest?.textContent).toMatch(/^第 1 版 ¥600\.00已被取代/);
    const links = within(oldest!)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/order/details/3?revision=1', '/order/quotation/3?revision=1']);
  });

  test('is ordered as saved after confirmation', async () => {
    const { user, at, bodyOf } = open(quotation(), { 'POST /order/3/move': ok({}, '操作成功') });
    await user.click(await screen.findByRole('button', { name: '提交订单' }));
    expect(dialog().getByText(/按第 2 版报价提交订单.*¥713\.57/)).toBeDefined();
    await user.click(dialog().getByRole('button', { name: '确认提交' }));
    await waitFor(() => expect(at()).toBe('/order/success?id=3'));
    expect(bodyOf('POST', '/order/3/move')).toEqual({ to: 'placed', version: 4 });
  });

  test('shows the expected or the agreed ship date before it is ordered', async () => {
    const settings = { 'quote.cutOffHour': '18', 'quote.holidays': '', 'quote.workdays': '' };
    const rush = { id: 2, name: '加急', factor: 0.5, percent: 30 };
    const answers = { 'GET /app-config': ok(settings) };
    const shown = async (more: Partial<OrderWithExt>) => {
      const { user } = open(quotation(more), answers);
      await user.click(await screen.findByRole('button', { name: '接受报价并下单' }));
      const text = (await dialog().findByText(/^交期/)).textContent;
      cleanup();
      return text;
    };
    const offer = { requestedAt: '2026-11-19T10:00:00+08:00', delivery_time: 6.2, lead: rush };
    const shipsOn = promisedDate(shipCalendar(settings), new Date(), 6.2);
    expect(await shown(offer)).toBe(
      `交期（加急）7 个工作日，从提交之日起计算，现在提交预计 ${shipsOn} 发货。`,
    );
    expect(await shown({ ...offer, isDateByHand: true, promisedDate: '2999-12-02' })).toBe(
      '交期（加急）7 个工作日，预计 2999-12-02 发货，提交后不变。',
    );
  });

  test('can be edited and copied', async () => {
    open(quotation());
    const edit = await screen.findByRole('link', { name: '修改报价' });
    expect(edit.getAttribute('href')).toBe('/mfr/3');
    expect(screen.getByRole('link', { name: '复制' }).getAttribute('href')).toBe('/order/copy/3');
  });
});

test('an order can be ordered again from its parts', async () => {
  open(buildOrder());
  const again = await screen.findByRole('link', { name: '返单' });
  expect(again.getAttribute('href')).toBe('/order/copy/3');
  expect(screen.queryByRole('link', { name: '修改报价' })).toBeNull();
  expect(screen.queryByRole('button', { name: '按最新价格重新报价' })).toBeNull();
});

describe('repricing', () => {
  test('shows old and new prices side by side, and saves a version after confirmation', async () => {
    const { user, bodyOf, known } = await reprice({ 'GET /order/3/reprice': ok(figures) });
    expect(rowsOf(await dialog().findByRole('table'))).toEqual([
      ['支架 × 10', '¥713.57', '¥750.00+¥36.43'],
      ['合计', '¥713.57', '¥750.00+¥36.43'],
      ['预计发货日', '2026-12-03', '2026-12-20'],
    ]);
    known['PUT /order/3'] = () => {
      known['GET /order/3/withExt'] = ok(quotation({ revision: 3, price: '750.00' }));
      return ok({}, '报价已保存');
    };
    await user.click(dialog().getByRole('button', { name: '保存为第 3 版' }));
    await screen.findByText('第 3 版');
    expect(bodyOf('PUT', '/order/3')).toEqual({
      items: [
        {
          name: '支架',
          material: 1,
          num: 10,
          length: 120,
          width: 60,
          height: 20,
          remark: '锐边倒角',
          process_10: 11,
          fileIds: [8],
        },
      ],
      price: '750.00',
      version: 4,
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows why a part can no longer be priced, and links to editing it', async () => {
    const reason = '该材料不存在或已下架，请重新选择';
    const items = [{ lineNo: 1, sub_total: null, delivery_time: null, reason }];
    await reprice({
      'GET /order/3/reprice': ok({ quotation: null, reason: `第1项 支架：${reason}`, items }),
    });
    const [part, total] = rowsOf(await dialog().findByRole('table'));
    expect(part).toEqual(['支架 × 10', '¥713.57', reason]);
    expect(total).toEqual(['合计', '¥713.57', '—']);
    expect(dialog().queryByRole('button', { name: /保存/ })).toBeNull();
    expect(dialog().getByRole('link', { name: '去修改' }).getAttribute('href')).toBe('/mfr/3');
  });
});

describe('sharing', () => {
  const link = {
    id: 5,
    revision: 1,
    createdAt: '2026-11-20T10:00:00+08:00',
    createdBy: '陈静',
    expiresAt: '2026-11-27T10:00:00+08:00',
    revokedAt: null,
    isLive: true,
    viewCount: 3,
    lastViewedAt: '2026-11-21T09:30:00+08:00',
  };
  const writeText = vi.fn<(text: string) => Promise<void>>();
  beforeEach(() => void writeText.mockReset().mockResolvedValue(undefined));

  const share = (links: object[]) => openShares(links, writeText);

  test('creates, shows and copies a link to the current version', async () => {
    const { user, bodyOf } = await share([]);
    await dialog().findByText('还没有链接。');
    await user.selectOptions(dialog().getByLabelText('链接有效期'), '30 天');
    await user.click(dialog().getByRole('button', { name: '生成链接' }));
    const field = await dialog().findByLabelText<HTMLInputElement>('分享链接');
    expect(field.value).toBe(`${location.origin}/share/${shareToken}`);
    expect(bodyOf('POST', '/order/3/share')).toEqual({ days: 30, revision: 2 });
    await user.click(dialog().getByRole('button', { name: '复制链接' }));
    await dialog().findByRole('button', { name: '已复制' });
    expect(writeText).toHaveBeenCalledWith(field.value);
  });

  test('lists every link with its expiry and number of views, and can revoke it', async () => {
    const ended = {
      ...link,
      id: 4,
      isLive: false,
      revokedAt: '2026-11-20T11:00:00+08:00',
      lastViewedAt: null,
      canReply: true,
      reply: {
        kind: 'accepted',
        name: '王工',
        phone: '13800138000',
        at: '2026-11-20T10:30:00+08:00',
        ip: '198.51.100.7',
        userAgent: '',
      },
    };
    const { user, known, bodyOf } = await share([link, ended]);
    const list = await dialog().findByRole('list');
    const texts = within(list)
      .getAllByRole('listitem')
      .map((one) => one.textContent);
    expect(texts[0]).toContain('第 1 版 有效陈静于 2026-11-20 10:00 生成，2026-11-27 10:00 到期');
    expect(texts[0]).toContain('打开 3 次，最近 2026-11-21 09:30');
    expect(texts[1]).toContain('已撤销');
    expect(texts[1]).toContain('王工（13800138000）于 2026-11-20 10:30 接受了报价，来自 198.51.100.7');
    expect(texts[1]).toContain('还没有人打开');
    known['DELETE /order/3/share'] = () => {
      known['GET /order/3/share'] = ok([{ ...link, isLive: false, revokedAt: link.lastViewedAt }, ended]);
      return ok([5], '分享链接已撤销');
    };
    await user.click(dialog().getByRole('button', { name: /^撤销/ }));
    await waitFor(() => expect(dialog().queryByRole('button', { name: /^撤销/ })).toBeNull());
    expect(bodyOf('DELETE', '/order/3/share')).toEqual({ ids: [5] });
  });
});
