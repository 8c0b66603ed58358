import { screen } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';

/** A page that needs nothing else from the server: an invalid order URL. */
const SOMEWHERE = '/order/details/x';
export const login = `/user/login?from=${encodeURIComponent(SOMEWHERE)}`;

export async function fill(user: ReturnType<typeof userEvent.setup>, captcha = 'abcd') {
  await user.type(await screen.findByLabelText('用户名'), ' zhang ');
  await user.type(screen.getByLabelText('密码'), 'secret pass');
  if (captcha !== '') await user.type(screen.getByLabelText('验证码'), captcha);
}
