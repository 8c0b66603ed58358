import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { version, openVersion, questionOf, rollBackButton } from './price-version-view.test-data.tsx';

test('a version is rolled back after confirmation, skipping prices changed since, and shows the new version', async () => {
  const path = 'POST /price-version/12/roll-back';
  const { known, sentTo } = openVersion(version(), {
    answers: {
      [path]: refusal(409, '之后又改过', 'price.changed_since', {
        data: {
          conflicts: [{ key: 'cell/1/11', group: 'AL6061', name: '表面处理 喷砂', reason: '材料已删除' }],
        },
      }),
    },
  });
  fireEvent.click(await rollBackButton());
  const question = await questionOf();
  within(question).getByText(/2 个价格恢复为这一版本之前的数值，立即生效，并记为新的版本/);
  fireEvent.click(within(question).getByText('回退').closest('button')!);
  const rest = await screen.findByText('恢复其余 1 个价格');
  screen.getByText('表面处理 喷砂');
  screen.getByText('材料已删除');
  known[path] = ok({ saved: 1 }, '已回退，价格恢复为这一版本之前');
  known['GET /price-version/12'] = ok({ ...version({ undoneBy: 15 }), hidden: 0 });
  fireEvent.click(rest.closest('button')!);
  expect(await screen.findByText('已由版本 15 回退')).toBeTruthy();
  expect(sentTo(path).map(({ body }) => body)).toEqual([{ kept: [] }, { kept: ['cell/1/11'] }]);
  await waitFor(() => expect(screen.queryByText('回退')).toBeNull());
});
