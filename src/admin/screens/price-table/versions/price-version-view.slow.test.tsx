import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '#providers/fake-server.test-data.ts';
import { administrator } from '../../../app/open-admin.test-data.tsx';
import { version, openVersion, questionOf, rollBackButton } from './price-version-view.test-data.tsx';

test('the reason that a version cannot be rolled back stays visible', async () => {
  const sentence = '附加费规则“调机费”已删除。这一版本不能回退，价格没有变动';
  const answer = refusal(409, sentence, 'price.cannot_roll_back');
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
    'viewed with read permission only',
    version(),
    { user: { ...administrator, permissions: ['mfr:price:list'], buttons: ['mfr:price:list'] } },
    '直接修改',
  ],
])('a version %s has no roll-back button', async (_which, shown, more, text) => {
  openVersion(shown, more);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByText('回退')).toBeNull();
});

test('the version of a roll-back shows which version it rolled back', async () => {
  openVersion(version({ undoes: 9 }));
  expect(await screen.findByText('回退版本 9')).toBeTruthy();
});
