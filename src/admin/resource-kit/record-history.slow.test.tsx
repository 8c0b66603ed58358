import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, type Answer } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../app/open-admin.test-data.tsx';
import { entry, post, answers } from './record-history.test-data.tsx';

test('a record without operations shows a message', async () => {
  const page = openAdmin('/admin/sys-post/1', { answers: { ...answers, 'GET /sys-opera-log': pageOf([]) } });
  await page.user.click(await screen.findByRole('tab', { name: '历史' }));
  expect(await screen.findByText('没有可显示的修改记录。')).toBeTruthy();
});

test('the tab 历史 chosen while the record loads stays chosen and shows the history', async () => {
  let arrive = (_record: Answer) => {};
  const record = new Promise<Answer>((resolve) => {
    arrive = resolve;
  });
  const page = openAdmin('/admin/sys-post/1', {
    answers: { ...answers, 'GET /post/1': () => record, 'GET /sys-opera-log': pageOf([entry({})]) },
  });
  const tab = await screen.findByRole('tab', { name: '历史' });
  await page.user.click(tab);
  expect(tab.getAttribute('aria-selected')).toBe('true');
  arrive(ok(post));
  const history = within(await screen.findByRole('list', { name: '历史' }));
  expect(history.getByText('张工')).toBeTruthy();
  expect(screen.getByRole('tab', { name: '历史' }).getAttribute('aria-selected')).toBe('true');
});
