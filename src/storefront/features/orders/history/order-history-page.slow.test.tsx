import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ok, refusal, type SentRequest } from '#providers/fake-server.test-data.ts';
import { address, pageOf, orderNamed, open, row } from './order-history-page.test-data.tsx';

const pageAsked = ({ url }: SentRequest) => Number(new URLSearchParams(url.split('?')[1]).get('pageIndex'));

describe('the history', () => {
  test('has pages, and keeps the page number in the URL', async () => {
    const { user, at, asked } = open((request) => {
      const page = pageAsked(request);
      return pageOf([orderNamed(100 - page)], 55, page);
    });
    await row(99);
    expect(screen.getByText('共 55 条，第 1 / 3 页')).toBeDefined();
    const pager = within(screen.getByRole('navigation', { name: '分页' }));
    expect(pager.queryByRole('link', { name: '上一页' })).toBeNull();
    await user.click(pager.getByRole('link', { name: '下一页' }));
    await row(98);
    expect(at()).toBe(`${address}?page=2`);
    await user.click(screen.getByRole('link', { name: '第 3 页' }));
    await row(97);
    expect(screen.queryByRole('link', { name: '下一页' })).toBeNull();
    await user.click(screen.getByRole('link', { name: '第 1 页' }));
    await row(99);
    expect(at()).toBe(address);
    expect(asked().map(({ pageIndex }) => pageIndex)).toEqual(['1', '2', '3', '1']);
  });

  test('links to the last page from a page past the end', async () => {
    const { user, at } = open(
      (request) => (pageAsked(request) > 2 ? pageOf([], 21, 9) : pageOf([orderNamed(1)], 21, 2)),
      { at: `${address}?page=9` },
    );
    await screen.findByText('这一页没有内容。');
    await user.click(screen.getByRole('link', { name: '到最后一页' }));
    await row(1);
    expect(at()).toBe(`${address}?page=2`);
  });
});

describe('filtering', () => {
  test('starts from the URL, and keeps the focus on Enter', async () => {
    const { user, at, asked } = open(pageOf([orderNamed(1)]), {
      at: `${address}?orderNo=0001&status=placed`,
    });
    await row(1);
    expect(asked()[0]).toMatchObject({ orderNo: '0001', status: 'placed' });
    const number = screen.getByLabelText('编号');
    expect(number).toHaveProperty('value', '0001');
    expect(screen.getByLabelText('状态')).toHaveProperty('value', 'placed');
    await user.type(number, '7{Enter}');
    expect(at()).toBe(`${address}?orderNo=00017&status=placed`);
    expect(document.activeElement).toBe(number);
  });

  test('labels the statuses as in the dictionary', async () => {
    open(pageOf([orderNamed(1)]), {
      'GET /dict-data/option-select': ok([
        { value: 'placed', label: '等确认', listClass: 'orange' },
        { value: 'invented', label: '自造', listClass: '' },
      ]),
    });
    expect(await within(await row(1)).findByText('等确认')).toBeDefined();
    const options = within(screen.getByLabelText('状态')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['全部', '等确认']);
  });

  test('shows an error beside the field for dates in the wrong order', async () => {
    const { user, asked } = open(pageOf([orderNamed(1)]));
    await row(1);
    await user.type(screen.getByLabelText('开始日期'), '2026-11-30');
    await user.type(screen.getByLabelText('结束日期'), '2026-11-01');
    await user.click(screen.getByRole('button', { name: '查询' }));
    expect(screen.getByText('结束日期不能早于开始日期')).toBeDefined();
    expect(asked()).toHaveLength(1);
  });
});

describe('an empty history', () => {
  test('after filtering offers to clear the filters', async () => {
    const { user, at } = open(({ url }) => (url.includes('orderNo') ? pageOf([]) : pageOf([orderNamed(1)])), {
      at: `${address}?orderNo=zzz`,
    });
    await screen.findByText('没有符合条件的报价。');
    await user.click(screen.getByRole('link', { name: '查看全部' }));
    await row(1);
    expect(at()).toBe(address);
  });
});

describe('cancelling from the history', () => {
  test('keeps the list, and warns that it may be outdated, when the new status cannot be loaded', async () => {
    const { user, known } = open(pageOf([orderNamed(2), orderNamed(1)]));
    known['POST /order/2/move'] = () => {
      known['GET /order'] = refusal(503, '服务暂时不可用，请稍后再试', 'server.unavailable');
      return ok({}, '操作成功');
    };
    await user.click(within(await row(2)).getByRole('button', { name: '取消订单' }));
    await user.click(screen.getByRole('button', { name: '确认取消' }));
    expect((await screen.findByRole('alert')).textContent).toContain('服务暂时不可用');
    await row(1);
    known['GET /order'] = pageOf([orderNamed(2, { status: 'cancelled' }), orderNamed(1)]);
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await within(await row(2)).findByText('已取消')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('the lead class is a filter where the shop offers more than 标准', async () => {
  const standard = { id: 0, name: '标准', factor: 1, percent: 0 };
  const express = { id: 12, name: '加急', factor: 0.5, percent: 30 };
  const { asked, user, at } = open(pageOf([orderNamed(1)]), {
    'GET /lead-class/options': ok([standard, express]),
  });
  await row(1);
  await user.click(screen.getByRole('button', { name: '更多条件' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: '交期档位' }), '加急');
  await user.click(screen.getByRole('button', { name: '查询' }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ leadClassId: '12' }));
  expect(at()).toBe(`${address}?lead=12`);
  await user.selectOptions(screen.getByRole('combobox', { name: '交期档位' }), '标准');
  await user.click(screen.getByRole('button', { name: '查询' }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ leadClassId: '0' }));
});

test('the lead class is not a filter where the shop offers only 标准', async () => {
  open(pageOf([orderNamed(1)]));
  await row(1);
  expect(screen.queryByRole('combobox', { name: '交期档位' })).toBeNull();
});
