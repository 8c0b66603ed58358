import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { noAnswer, ok, refusal } from '#providers/fake-server.test-data.ts';
import { allowConsoleErrors } from '#tests/support/browser/console-errors.ts';
import { buildProfile } from './profile.test-data.ts';
import { discardUnsaved } from './use-profile-form.ts';
import { open, retype, meetConflict } from './profile-page.test-data.tsx';

beforeEach(discardUnsaved);

describe('the profile', () => {
  test('refused by the server shows the errors beside the fields, and keeps the typed text', async () => {
    const user = userEvent.setup();
    open({
      answers: {
        'PUT /user/profile': refusal(400, '提交的内容有误，请检查标出的字段', 'request.invalid', {
          errors: { address: '地址不详' },
        }),
      },
    });
    await retype(user, '地址', '某处');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('地址不详')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '地址' }));
    expect(screen.getByRole('textbox', { name: '地址' })).toHaveProperty('value', '某处');
  });

  test('keeps the typed text when sending fails', async () => {
    const user = userEvent.setup();
    open({ answers: { 'PUT /user/profile': noAnswer() } });
    await retype(user, '地址', '某处');
    await user.click(screen.getByRole('button', { name: '保存' }));
    await screen.findByText('网络连接失败，请检查网络后重试');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false),
    );
    expect(screen.getByRole('textbox', { name: '地址' })).toHaveProperty('value', '某处');
  });

  test('that cannot be loaded shows an error', async () => {
    open({
      answers: { 'GET /user/profile': refusal(503, '服务暂时不可用，请稍后再试', 'server.unavailable') },
    });
    await screen.findByRole('heading', { name: '页面暂时打不开' });
    expect(screen.getByText(/服务暂时不可用，请稍后再试/)).toBeDefined();
    allowConsoleErrors();
  });
});

describe('a profile that was changed elsewhere', () => {
  test('can be overwritten on request', async () => {
    const { user, conflict, sent, known } = await meetConflict();
    known['PUT /user/profile'] = ok(buildProfile({ phone: '021-1002', version: 10 }), '资料已保存');
    await user.click(conflict.getByRole('button', { name: '保存我填写的内容' }));
    await waitFor(() => expect(screen.queryByRole('group', { name: '资料已被修改' })).toBeNull());
    expect(sent.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      phone: '021-1002',
      version: 9,
    });
    expect(screen.getByRole('textbox', { name: '电话' })).toHaveProperty('value', '021-1002');
  });
});

describe('the avatar', () => {
  test('refuses a file that is not a picture', async () => {
    const user = userEvent.setup();
    const { sent } = open();
    await user.upload(
      await screen.findByLabelText('上传头像', { selector: 'input' }),
      new File(['GIF89a'], 'a.jpg', { type: 'image/jpeg' }),
    );
    expect((await screen.findByRole('alert')).textContent).toBe('只接受 PNG 或 JPEG 图片');
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });
});
