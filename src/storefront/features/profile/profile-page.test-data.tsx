import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { openApp } from '#storefront/app/app.test-data.tsx';
import { buildProfile } from './profile.test-data.ts';

export const page = '/user/profile';
export const open = (answers: Parameters<typeof openApp>[1] = {}) =>
  openApp(page, {
    token: 't',
    ...answers,
    answers: { 'GET /user/profile': ok(buildProfile()), ...answers.answers },
  });
export const retype = async (user: ReturnType<typeof userEvent.setup>, label: string, text: string) => {
  const field = await screen.findByRole('textbox', { name: label });
  await user.clear(field);
  await user.type(field, text);
};

/** The refusal of a profile that was changed elsewhere meanwhile. */
const changed = refusal(409, '数据已被他人修改', 'record.changed', {
  data: buildProfile({ phone: '021-1001', version: 9 }),
});

export async function meetConflict() {
  const user = userEvent.setup();
  const opened = open({ answers: { 'PUT /user/profile': changed } });
  await retype(user, '电话', '021-1002');
  await user.click(screen.getByRole('button', { name: '保存' }));
  const conflict = within(await screen.findByRole('group', { name: '资料已被修改' }));
  expect(conflict.getByText('电话：现在是“021-1001”，您填写的是“021-1002”')).toBeDefined();
  return { user, conflict, ...opened };
}
