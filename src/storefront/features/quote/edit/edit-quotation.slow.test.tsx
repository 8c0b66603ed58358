import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { writeStored } from '#providers/browser-storage.ts';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { buildFields } from '../draft/fixtures.test-data.ts';
import { saveDraft } from '../draft/storage/draft-storage.ts';
import { confirmOrder } from '../render-quote.test-data.tsx';
import {
  quotation,
  dialog,
  bodies,
  openEdit,
  quantity,
  save,
  saveAgainst,
  theirs,
} from './edit-quotation.test-data.tsx';

describe('a quotation opened for editing', () => {
  test('makes no version when unchanged', async () => {
    const { user, sent, address } = await openEdit({}, { ...quotation, price: '709.95' });
    await user.click(save());
    await user.click(dialog().getByRole('button', { name: '保存' }));
    await screen.findByText('内容与第 2 版相同，没有保存新版本');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bodies(sent, 'PUT', '/order/12')).toEqual([]);
    expect(address()).toBe('/mfr/12');
  });

  test('is saved as a version before ordering once it has expired', async () => {
    const expired = { ...quotation, isExpired: true };
    const { user, sent } = await openEdit(
      {
        'PUT /order/12': () => ok({ ...quotation, revision: 3, version: 5 }, '报价已保存'),
        'POST /order/12/move': () => ok({}, '操作成功'),
      },
      expired,
    );
    expect(screen.getByText(/已于 2026-12-05 过期/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    expect(dialog().getAllByText('¥709.95').length).toBeGreaterThan(0);
    await confirmOrder(user);
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ price: '709.95' }]);
    expect(bodies(sent, 'POST', '/order/12/move')).toEqual([{ to: 'placed', version: 5 }]);
  });
});

test('a quotation has no conflict when the shop changes only its own fields', async () => {
  let stored: object = quotation;
  const { user, sent, address } = await openEdit({
    'GET /order/12/withExt': () => ok(stored),
    'PUT /order/12': ({ body }) => {
      stored = { ...quotation, version: 5, promisedDate: '2026-12-24' };
      return (body as { version: number }).version === 5
        ? ok({ ...quotation, revision: 3, version: 6 }, '报价已保存')
        : refusal(409, '数据已被他人修改', 'record.changed');
    },
  });
  await user.clear(quantity());
  await user.type(quantity(), '20');
  await user.click(save());
  await user.click(dialog().getByRole('button', { name: '保存' }));
  await screen.findByText('另一页');
  expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ version: 4 }, { version: 5 }]);
  expect(address()).toBe('/order/details/12');
});

describe('a quotation that another user changed', () => {
  test('shows the conflict when only the contact changed, and overwrites it only when asked', async () => {
    const { user, sent } = await saveAgainst({ ...quotation, version: 5, contactPhone: '13800138000' });
    await screen.findByRole('heading', { name: '报价已被修改' });
    expect(dialog().getByText(/收货信息已在别处修改.*李工 13800138000 上海/)).toBeDefined();
    expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ version: 4 }]);
    await user.click(dialog().getByRole('button', { name: '保留我的修改' }));
    await user.click(save());
    await user.click(dialog().getByRole('button', { name: '保存' }));
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ version: 4 }, { version: 5 }]);
  });

  test('cannot be saved once it was ordered', async () => {
    await saveAgainst({ ...theirs, status: 'placed' });
    await screen.findByRole('heading', { name: '这份报价不能再修改' });
    expect(dialog().getByRole('link', { name: '查看订单' }).getAttribute('href')).toBe('/order/details/12');
  });

  test('shows the conflict at once when a stored draft is based on an older version', async () => {
    saveDraft({ userId: 7, orderId: 12 }, [buildFields({ name: '法兰', num: '20' })]);
    writeStored('draft.7.base.12', JSON.stringify({ revision: 2 }));
    const { user } = await openEdit({}, theirs);
    await screen.findByRole('heading', { name: '报价已被修改' });
    await user.click(dialog().getByRole('button', { name: '保留我的修改' }));
    expect(quantity().value).toBe('20');
  });
});

describe('a request', () => {
  const gate = {
    ruleId: 1,
    kind: 'pieces',
    lineNo: 1,
    sentence: '',
    fact: '',
    priceDisplay: 'reference',
    lift: null,
  };
  const request = { ...quotation, status: 'requested', requestedAt: quotation.updatedAt, gates: [gate] };

  test('stays a request when its customer asked for a manual review', async () => {
    const { user } = await openEdit({}, { ...request, gates: [{ ...gate, ruleId: null, kind: 'asked' }] });
    await user.clear(quantity());
    await user.type(quantity(), '20');
    expect(screen.getByRole('button', { name: '保存询价' })).toBeDefined();
  });

  test('becomes a quotation when its changed parts need no review', async () => {
    const saved = { status: 'quoted', version: 5, revision: 3 };
    const { user, sent } = await openEdit({ 'PUT /order/12': () => ok(saved) }, request);
    expect(screen.getByRole('button', { name: '保存询价' })).toBeDefined();
    await user.clear(quantity());
    await user.type(quantity(), '20');
    await user.click(screen.getByRole('button', { name: '保存为报价' }));
    expect(dialog().getByText(/已无须人工报价.*第 3 版/)).toBeDefined();
    await user.click(dialog().getByRole('button', { name: '保存' }));
    await screen.findByText('另一页');
    expect(bodies(sent, 'PUT', '/order/12')).toMatchObject([{ price: '1288.58', version: 4 }]);
  });
});
