import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { PriceVersion } from '#contract/price-versions.ts';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { administrator, openAdmin } from '../../app/open-admin.test-data.tsx';

const version = (more: Partial<PriceVersion> = {}): PriceVersion => ({
  revision: 12,
  changedAt: '2026-11-20T08:00:00.000Z',
  userName: '王工',
  count: 2,
  draft: null,
  isRollBack: false,
  undoes: null,
  undoneBy: null,
  copyTo: null,
  ...more,
});
const noChanges = ok({ list: [], count: 0, pageIndex: 1, pageSize: 100, maxUpdatedAt: null });
const noPrices = ok({ materials: [], options: [], cells: [] });

function openVersion(shown: PriceVersion, more: Parameters<typeof openAdmin>[1] = {}) {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  return openAdmin('/admin/table?version=12', {
    ...more,
    answers: {
      'GET /price-table': noPrices,
      'GET /price-version/12': ok({ ...shown, hidden: 0 }),
      'GET /price-version/12/changes': noChanges,
      ...more.answers,
    },
  });
}
async function questionOf(): Promise<HTMLElement> {
  const [title] = await screen.findAllByText('回退价目版本 12？');
  return title!.closest<HTMLElement>('[role=dialog]')!;
}
const rollBackButton = async () => (await screen.findByText('回退')).closest('button')!;

test('a version that was saved at once is rolled back after a question, and then names the version that did', async () => {
  const { known, sentTo } = openVersion(version(), {
    answers: { 'POST /price-version/12/roll-back': ok({ saved: 2 }, '已回退，价格恢复为这一版本之前') },
  });
  fireEvent.click(await rollBackButton());
  const question = await questionOf();
  within(question).getByText(/2 个价格恢复为这一版本之前的数值，立即生效，并记为新的版本/);
  known['GET /price-version/12'] = ok({ ...version({ undoneBy: 15 }), hidden: 0 });
  fireEvent.click(within(question).getByText('回退').closest('button')!);
  expect(await screen.findByText('已由版本 15 回退')).toBeTruthy();
  expect(sentTo('POST /price-version/12/roll-back')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText('回退')).toBeNull());
});

test.each([
  [
    'a price that has changed since',
    refusal(409, 'AL6061 · 表面处理 喷砂之后又改过，不能恢复', 'price.conflict', {
      data: { conflicts: [{ key: 'cell/1/11', group: 'AL6061', name: '表面处理 喷砂' }] },
    }),
    '这些价格之后又改过，不能一键回退：AL6061 · 表面处理 喷砂',
  ],
  [
    'a part that cannot be set back',
    refusal(409, '附加费规则“调机费”已删除。这一版本不能回退，价格没有变动', 'price.cannot_roll_back'),
    '附加费规则“调机费”已删除。这一版本不能回退，价格没有变动',
  ],
])('%s stays named beside the version', async (_what, answer, sentence) => {
  openVersion(version(), { answers: { 'POST /price-version/12/roll-back': answer } });
  fireEvent.click(await rollBackButton());
  const question = await questionOf();
  fireEvent.click(within(question).getByText('回退').closest('button')!);
  const view = await screen.findByLabelText('价目版本 12');
  await waitFor(() => expect(within(view).getByText(sentence)).toBeTruthy());
});

test.each([
  [
    'of a draft',
    version({ draft: { id: 3, name: '年度调价', reason: '', state: 'live' } }),
    {},
    '查看调价，可撤回',
  ],
  ['that was rolled back', version({ undoneBy: 15 }), {}, '已由版本 15 回退'],
  [
    'for those who only read prices',
    version(),
    { user: { ...administrator, permissions: ['mfr:price:list'], buttons: ['mfr:price:list'] } },
    '直接修改',
  ],
])('a version %s has no such button', async (_which, shown, more, text) => {
  openVersion(shown, more);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByText('回退')).toBeNull();
});

test('the version of a roll-back says which version it rolled back', async () => {
  openVersion(version({ undoes: 9 }));
  expect(await screen.findByText('回退版本 9')).toBeTruthy();
});
