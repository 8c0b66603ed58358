import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { NamedPriceChange } from '#contract/prices/price-changes.ts';
import { administrator } from '../../../app/open-admin.test-data.tsx';
import { changeOf, draftWith, openDraft, view, dropped } from './draft-view.test-data.tsx';

test('prices that others have changed since are marked and come first', async () => {
  const changed = { ...changeOf('铜', 2, false), now: { price: 5.5, time: 1 } } as NamedPriceChange;
  openDraft(draftWith([changeOf('铝', 1, false), changed]));
  const shown = within(await view());
  const [, first] = within(shown.getByRole('table', { name: '价格变动' })).getAllByRole('row');
  within(first!).getByText('铜');
  within(first!).getByText('已被修改');
  expect(shown.getAllByText('已被修改')).toHaveLength(1);
});

test('any price can be removed from a draft that is not published', async () => {
  const { sentTo } = openDraft(draftWith([changeOf('铝', 1, false), changeOf('铜', 2, false)]), {
    answers: dropped,
  });
  fireEvent.click(within(await view()).getByLabelText('移除 铜 · 表面处理 喷砂'));
  await waitFor(() => expect(sentTo('POST /price-draft/4/drop')).toHaveLength(1));
  expect(sentTo('POST /price-draft/4/drop')[0]?.body).toEqual({ keys: ['cell/2/11'], version: 1 });
});

test.each([
  ['published', { state: 'live' } as const, {}],
  [
    'viewed with read permission only',
    {},
    { user: { ...administrator, permissions: ['mfr:price:list'], buttons: ['mfr:price:list'] } },
  ],
])('no price can be removed from a draft that is %s', async (_which, more, who) => {
  openDraft(draftWith([changeOf('铝', 1, false)], more), who);
  await view();
  expect(screen.queryByText('移除')).toBeNull();
});
