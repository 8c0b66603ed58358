import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readStored } from '#providers/browser-storage.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { draftText, saveDraft } from './draft/storage/draft-storage.ts';
import { buildFields, catalogue } from './draft/fixtures.test-data.ts';
import { partCard, renderQuote, summaryPanel } from './render-quote.test-data.tsx';
import { sizes, kernelSubTotal } from './quote-page.test-data.tsx';

describe('the price', () => {
  test('follows each field without a request', async () => {
    const { user, sent } = await renderQuote();
    // The contact and the review and charge rules may be requested in between.
    const once = ['/user/profile', '/gate-rule/table', '/charge-rule/table'];
    const priceCalls = () => sent.filter(({ url }) => !once.includes(url));
    const card = within(partCard('零件 1'));
    expect(card.getByText(kernelSubTotal({ num: 10 }))).toBeDefined();
    expect(screen.getByLabelText('报价单').textContent).toContain('预计');
    const asked = priceCalls().length;

    await user.type(card.getByLabelText('数量'), '37');
    expect(card.getByText(kernelSubTotal({ num: 37 }))).toBeDefined();
    await user.clear(card.getByLabelText('长度'));
    expect(card.getByText('填写尺寸后显示价格')).toBeDefined();
    await user.type(card.getByLabelText('长度'), '500');
    expect(card.getByText(kernelSubTotal({ num: 37, length: 500 }))).toBeDefined();
    await user.selectOptions(card.getByLabelText('表面处理'), '12');
    const blasted = kernelSubTotal({ num: 37, length: 500 }, { process_10: 12, process_13: 0 });
    expect(card.getByText(blasted)).toBeDefined();
    expect(within(summaryPanel()).getAllByText(blasted)).toHaveLength(2);
    expect(priceCalls()).toHaveLength(asked);
  });
});

test('a click on the price ladder sets the quantity, and the ladder marks the typed quantity', async () => {
  const { user } = await renderQuote();
  const card = within(partCard('零件 1'));
  await user.click(card.getByRole('button', { name: /^50 件/ }));
  expect(card.getByLabelText<HTMLInputElement>('数量').value).toBe('50');
  expect(card.getByText(kernelSubTotal({ num: 50 }))).toBeDefined();
  await user.type(card.getByLabelText('数量'), '37');
  expect(card.getByRole('button', { name: /件/, pressed: true }).getAttribute('aria-label')).toMatch(
    /^37 件/,
  );
});

describe('the material', () => {
  test('can be picked by tag or found by name; tags without materials are hidden', async () => {
    const { user } = await renderQuote();
    const card = within(partCard('零件 1'));
    expect(card.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['铝合金', '不锈钢']);
    expect(card.queryByRole('radio', { name: /SUS304/ })).toBeNull();
    await user.click(card.getByRole('tab', { name: '铝合金' }));
    await user.keyboard('{ArrowRight}');
    expect(card.getByRole('tab', { selected: true }).textContent).toBe('不锈钢');
    expect(card.getByRole('radio', { name: 'SUS304 4 个工作日' })).toBeDefined();
    await user.type(card.getByRole('searchbox', { name: '搜索材料' }), '７075');
    await waitFor(() => expect(card.queryByRole('radio', { name: /SUS304/ })).toBeNull());
    expect(card.getByRole('radio', { name: 'AL7075-T6 3 个工作日' })).toBeDefined();
  });

  test('keeps suitable selections, drops the others with a notice, and offers new ones', async () => {
    const { user } = await renderQuote();
    const card = within(partCard('零件 1'));
    await user.click(card.getByRole('tab', { name: '不锈钢' }));
    await user.click(card.getByRole('radio', { name: /SUS304/ }));
    expect(card.getByText('“表面处理：阳极氧化”不适用于 SUS304，已取消选择')).toBeDefined();
    expect(card.queryByRole('option', { name: /阳极氧化/ })).toBeNull();
    expect(card.getByRole('radiogroup', { name: '热处理' })).toBeDefined();
    expect(card.getByRole<HTMLInputElement>('radio', { name: /Ra3\.2/ }).checked).toBe(true);
    // An obvious 无 is chosen, except where the customer had chosen something else.
    expect(card.getByRole<HTMLInputElement>('radio', { name: '无热处理' }).checked).toBe(true);
    expect(card.getByText('暂估价，还需选择：表面处理')).toBeDefined();
    expect(within(summaryPanel()).getByText('待完善')).toBeDefined();
    await user.click(card.getByRole('button', { name: '知道了' }));
    expect(card.queryByText(/已取消选择/)).toBeNull();
  });
});

describe('the parts', () => {
  test('start with one that has the default material and processes, and a blank size and quantity', async () => {
    const { user } = await renderQuote({ start: 'blank' });
    const card = within(partCard('零件 1'));
    expect(card.getByRole<HTMLInputElement>('radio', { name: /AL6061/ }).checked).toBe(true);
    expect(card.getByLabelText<HTMLSelectElement>('表面处理').value).toBe('13');
    for (const label of ['长度', '宽度', '高度', '数量'])
      expect(card.getByLabelText<HTMLInputElement>(label).value).toBe('');
    expect(card.getByText('填写尺寸后显示价格')).toBeDefined();
    // With one part the total itself shows what is missing.
    expect(within(summaryPanel()).getByText('零件待完善')).toBeDefined();
    expect(within(summaryPanel()).queryByText(/另有/)).toBeNull();
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    expect(document.activeElement).toBe(card.getByLabelText('长度'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('can be added, named, copied, reordered, removed and restored', async () => {
    const { user } = await renderQuote();
    const titles = () =>
      screen
        .getAllByLabelText<HTMLInputElement>('零件名称')
        .map(({ value, placeholder }) => value || placeholder);
    await user.type(screen.getByLabelText('零件名称'), '支架');
    await user.click(screen.getByRole('button', { name: '复制 支架' }));
    await user.click(screen.getByRole('button', { name: '添加零件' }));
    expect(titles()).toEqual(['支架', '支架 副本', '零件 3']);
    expect(document.activeElement).toBe(within(partCard('零件 3')).getByLabelText('零件名称'));

    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(titles()).toEqual(['支架', '零件 2', '支架 副本']);
    await user.click(screen.getByRole('button', { name: '下移 支架' }));
    expect(titles()).toEqual(['零件 1', '支架', '支架 副本']);
    expect(screen.getByRole('status', { name: '操作提示' }).textContent).toBe(
      '支架 现在是第 2 个零件，共 3 个',
    );

    await user.click(screen.getByRole('button', { name: '删除 支架' }));
    expect(titles()).toEqual(['零件 1', '支架 副本']);
    expect(document.activeElement?.textContent).toBe('撤销');
    await user.keyboard('{Enter}');
    expect(titles()).toEqual(['零件 1', '支架', '支架 副本']);
  });

  test('are restored after a reload', async () => {
    const { user, unmount } = await renderQuote();
    await user.type(screen.getByLabelText('零件名称'), '支架');
    await user.type(screen.getByLabelText('数量'), '37');
    unmount();
    await renderQuote();
    expect(screen.getByLabelText<HTMLInputElement>('零件名称').value).toBe('支架');
    expect(screen.getByLabelText<HTMLInputElement>('数量').value).toBe('37');
  });
});

test('pasted text of a process that the material does not offer blocks the order until it is removed', async () => {
  saveDraft({ userId: 7, orderId: null }, [
    buildFields({ name: '支架', num: '10', unread: { process_30: '淬火' } }),
  ]);
  const { user } = await renderQuote();
  const card = within(partCard('支架'));
  expect(card.getByRole('alert').textContent).toContain('热处理“淬火”不适用于 AL6061-T6，请删除或更换材料');
  await user.click(card.getByRole('button', { name: '删除“淬火”' }));
  expect(card.queryByText(/淬火/)).toBeNull();
  await waitFor(() => expect(readStored('draft.7')).not.toContain('淬火'));
});

describe('another tab with the same quotation', () => {
  /** Stores what another tab would store, and reports it as the browser does. */
  async function storeElsewhere(text: string | null) {
    const key = 'quotemill.draft.7';
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    await act(async () => void globalThis.dispatchEvent(new StorageEvent('storage', { key })));
  }
  /** Synchronous, so that the change is not stored before the other tab's. */
  const changeHere = () => fireEvent.click(screen.getByRole('button', { name: '增加一件' }));
  const theirs = () => draftText({ userId: 7, orderId: null }, [buildFields({ name: '他页', num: '9' })]);
  const dialog = async () =>
    within(await screen.findByRole('dialog', { name: '另一个标签页修改了这份报价' }));

  test('is followed without a question while this tab has nothing unsaved', async () => {
    await renderQuote();
    await storeElsewhere(theirs());
    expect(within(partCard('他页')).getByLabelText<HTMLInputElement>('数量').value).toBe('9');
    expect(readStored('draft.7')).toBe(theirs());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is not overwritten: its content is loaded', async () => {
    const { user } = await renderQuote();
    changeHere();
    await storeElsewhere(theirs());
    await user.click((await dialog()).getByRole('button', { name: '载入最新内容' }));
    expect(within(partCard('他页')).getByLabelText<HTMLInputElement>('数量').value).toBe('9');
    expect(readStored('draft.7')).toBe(theirs());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is overwritten only when the customer says so', async () => {
    const { user } = await renderQuote();
    changeHere();
    await storeElsewhere(theirs());
    expect(readStored('draft.7')).toBe(theirs());
    await user.click((await dialog()).getByRole('button', { name: '保留本页内容' }));
    expect(readStored('draft.7')).toContain('"num":"11"');
  });

  test('is not overwritten when the question is closed, and the next change asks again', async () => {
    const { user } = await renderQuote();
    changeHere();
    await storeElsewhere(theirs());
    await dialog();
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(readStored('draft.7')).toBe(theirs());
    await user.click(screen.getByRole('button', { name: '增加一件' }));
    await dialog();
    expect(readStored('draft.7')).toBe(theirs());
  });

  test('that ordered it starts the next quotation here', async () => {
    const { user } = await renderQuote();
    await storeElsewhere(null);
    await user.click((await dialog()).getByRole('button', { name: '载入最新内容' }));
    expect(within(partCard('零件 1')).getByLabelText<HTMLInputElement>('长度').value).toBe('');
    expect(readStored('draft.7')).toBeNull();
  });
});

describe('the URL of an order', () => {
  const part = { material: 1, num: 5, ...sizes, process_10: 12, process_20: 22 };
  const { trace } = priceItem(catalogue.materials[0]!, part, catalogue.cncPrice);
  const item = { id: 1, lineNo: 1, name: '法兰', remark: '去毛刺', ...part, trace, processes: [] };

  test('fills in the order’s parts at today’s prices', async () => {
    const made = { orderNo: 'Q20261120-0001', status: 'placed', placedAt: '2026-11-20T08:00:00+08:00' };
    const order = { id: 12, ...made, items: [item], files: [], models: [], charges: [] };
    await renderQuote({ path: '/mfr/12', server: { 'GET /order/12/withExt': () => ok(order) } });
    const card = within(partCard('法兰'));
    expect(card.getByLabelText<HTMLInputElement>('数量').value).toBe('5');
    expect(card.getByLabelText<HTMLInputElement>('备注').value).toBe('去毛刺');
    expect(card.getByRole<HTMLInputElement>('radio', { name: /Ra1\.6/ }).checked).toBe(true);
    // The banner, and the earlier price at the part, whose code loads later.
    await card.findByRole('link', { name: 'Q20261120-0001' });
    const links = screen.getAllByRole('link', { name: 'Q20261120-0001' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(2).fill('/order/details/12'));
  });

  test('of a missing order shows the 404 page', async () => {
    const { address } = await renderQuote({ path: '/mfr/99' });
    expect(address()).toBe('/404');
  });
});
