import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { goBack, DRAWER, openMove, isMoveOpen } from './leave-guard.test-data.tsx';

test('back asks before discarding text in a dialog, and closes an open confirmation first', async () => {
  const { page, field } = await openMove();
  fireEvent.input(field, { target: { value: '请补充图纸' } });
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  await goBack(page);
  fireEvent.click(await screen.findByText('继续填写'));
  await waitFor(() => expect(screen.queryByText('继续填写')).toBeNull());

  await goBack(page);
  await screen.findByText('放弃内容');
  await goBack(page);
  await waitFor(() => expect(screen.queryByText('放弃内容')).toBeNull());
  expect(field.value).toBe('请补充图纸');

  fireEvent.click(screen.getByText('返回'));
  fireEvent.click(await screen.findByText('放弃内容'));
  await waitFor(() => expect(isMoveOpen()).toBe(false));
  expect(page.at()).toBe(DRAWER);
});
