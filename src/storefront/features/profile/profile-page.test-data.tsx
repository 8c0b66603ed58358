import { screen } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { ok } from '#providers/fake-server.test-data.ts';
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
