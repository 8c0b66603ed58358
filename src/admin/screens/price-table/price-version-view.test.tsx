import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { version, openVersion, questionOf, rollBackButton } from './price-version-view.test-data.tsx';

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
