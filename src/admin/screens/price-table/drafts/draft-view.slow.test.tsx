import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { changeOf, draftWith, openDraft, view, dropped } from './draft-view.test-data.tsx';

test('prices of deleted records are marked, not counted as new, and removed together', async () => {
  const changes = [changeOf('铝', 1, false), changeOf('停产的铝', 27, true), changeOf('停产的铜', 28, true)];
  const { known, sentTo } = openDraft(draftWith(changes), { answers: dropped });
  const shown = within(await view());
  expect(shown.getAllByText('已删除')).toHaveLength(2);
  shown.getByText('上调 1 个，已删除 2 个');
  shown.getByText(/2 个价格的材料、选项、公司或规则已删除，移除后才能发布/);
  expect(shown.queryByText(/在起草之后已被修改/)).toBeNull();

  known['GET /price-draft/4'] = ok(draftWith(changes.slice(0, 1), { version: 2 }));
  fireEvent.click(shown.getByText('移除已删除的').closest('button')!);
  await waitFor(() => expect(screen.queryByText('已删除')).toBeNull());
  expect(sentTo('POST /price-draft/4/drop')[0]?.body).toEqual({
    keys: ['cell/27/11', 'cell/28/11'],
    version: 1,
  });
});

test('scheduled drafts with the same prices are listed in the view and before publishing', async () => {
  const meets = [{ id: 9, name: '年度调价', publishAt: '2026-11-27T16:00:00.000Z', count: 2 }];
  openDraft(draftWith([changeOf('铝', 1, false)], { meets }));
  const shown = within(await view());
  const words = /“年度调价”（2026-11-28 00:00 发布，2 个价格相同）/;
  shown.getByText(words);
  fireEvent.click(shown.getByText('立即发布').closest('button')!);
  const [title] = await screen.findAllByText('立即发布 1 个价格？');
  expect(within(title!.closest<HTMLElement>('[role=dialog]')!).getByText(words)).toBeTruthy();
});

test('a phone shows the old and the new price in one cell', async () => {
  openDraft(draftWith([changeOf('铝', 1, false)]), { isNarrow: true });
  const table = within(await view()).getByRole('table', { name: '价格变动' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['材料与选项', '现在 → 草稿', '操作']);
  within(table).getByRole('cell', { name: '5/1 → 6/1' });
});

test('a draft deleted by another user shows a message and returns to the list', async () => {
  const gone = refusal(404, '草稿已被他人删除或合并', 'record.not_found');
  const { known } = openDraft(draftWith([changeOf('铝', 1, false)]), {
    answers: { 'POST /price-draft/4/publish': gone },
  });
  const shown = within(await view());
  known['GET /price-draft/4'] = gone;
  fireEvent.click(shown.getByText('立即发布').closest('button')!);
  const [title] = await screen.findAllByText('立即发布 1 个价格？');
  const question = within(title!.closest<HTMLElement>('[role=dialog]')!);
  fireEvent.click(question.getByText('发布').closest('button')!);
  await screen.findByText('草稿已被他人删除或合并', { selector: '.ant-message-notice *' });
  await screen.findByText(/还没有草稿/);
  expect(screen.queryByLabelText('外协涨价')).toBeNull();
});
