import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { openAdmin, type Answers } from '../app/open-admin.test-data.tsx';

const codes = ['aaaa-bbbb-cccc', 'dddd-eeee-ffff'];
const state = {
  isOn: true,
  confirmedAt: '2027-03-01T00:00:00.000Z',
  recoveryCodesLeft: 7,
  isRequired: false,
};

async function openDialog(answers: Answers) {
  const page = openAdmin('/admin', { answers });
  fireEvent.click(await screen.findByRole('button', { name: '用户菜单：系统管理员' }));
  fireEvent.click(await screen.findByText('双重验证', { selector: '[role=menuitem] *' }));
  return page;
}

test('recovery codes are replaced after entering password and code, and can be copied', async () => {
  const { user, sentTo } = await openDialog({
    'GET /user/second-factor': ok(state),
    'POST /user/second-factor/recovery-codes': ok({ recoveryCodes: codes }),
  });
  expect(await screen.findByText('7 个')).toBeTruthy();
  fireEvent.click(screen.getByText('重新生成恢复码'));
  await user.type(await screen.findByLabelText('当前密码'), 'correct horse');
  await user.type(screen.getByLabelText('验证码'), '123 456{Enter}');
  expect(await screen.findByText('aaaa-bbbb-cccc')).toBeTruthy();
  expect(sentTo('POST /user/second-factor/recovery-codes')[0]?.body).toEqual({
    password: 'correct horse',
    code: '123456',
  });
  fireEvent.click(screen.getByText(/^复\s*制$/));
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe('aaaa-bbbb-cccc\ndddd-eeee-ffff\n'),
  );
  fireEvent.click(screen.getByText('我已保存'));
  await waitFor(() => expect(screen.queryByText('aaaa-bbbb-cccc')).toBeNull());
});

test('server errors appear at their fields; switching off a required second factor explains the effect', async () => {
  const { user } = await openDialog({
    'GET /user/second-factor': ok({ ...state, isRequired: true }),
    'DELETE /user/second-factor': {
      ...refusal(400, '密码不正确', 'request.invalid'),
      errors: { password: '密码不正确' },
    },
  });
  fireEvent.click(await screen.findByText('关闭双重验证'));
  expect(await screen.findByText(/必须启用双重验证/)).toBeTruthy();
  await user.type(screen.getByLabelText('当前密码'), 'wrong');
  await user.type(screen.getByLabelText('验证码'), '123456{Enter}');
  await waitFor(() => expect(screen.getByText('密码不正确')).toBeTruthy());
});
