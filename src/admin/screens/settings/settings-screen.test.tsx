import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { administrator } from '../../app/open-admin.test-data.tsx';
import { all, open } from './settings-screen.test-data.tsx';

/** The shell contains other status elements. */
const pending = () => within(screen.getByRole('form', { name: '参数设置' })).getByRole('status').textContent;

test('the settings are read-only without the permission to change them', async () => {
  const codes = ['admin:sysConfigSet:list'];
  open({ user: { ...administrator, buttons: codes, permissions: codes } });
  expect((await screen.findByLabelText<HTMLInputElement>('系统名称')).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
  expect(screen.queryByRole('link', { name: '参数列表' })).toBeNull();
});

test('a number out of range stays as typed, shows the range and is not saved', async () => {
  const page = open();
  const input = await screen.findByLabelText<HTMLInputElement>('报价有效天数');
  fireEvent.change(input, { target: { value: '400' } });
  fireEvent.blur(input);
  expect(input.value).toBe('400');
  expect(screen.getByText('报价有效天数应为 1 到 365 的整数')).toBeTruthy();
  expect(pending()).toBe('1 项待保存，其中 1 项有误');
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect(page.sentTo('PUT /set-config')).toEqual([]);
});

test('server errors are shown at their fields, and the first one is focused', async () => {
  open({
    answers: {
      'PUT /set-config': refusal(400, '系统名称不能用', 'request.invalid', {
        errors: { '1.configValue': '系统名称不能用', '0.configValue': '节假日不能用' },
      }),
    },
  });
  const field = await screen.findByLabelText('系统名称');
  fireEvent.change(field, { target: { value: 'abc' } });
  const list = screen.getByLabelText('粘贴节假日');
  fireEvent.change(list, { target: { value: '2027-05-01' } });
  fireEvent.click(screen.getByText('添加', { selector: 'button *' }));
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('节假日不能用')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('系统名称')));
});

test('after a system error the input stays and can be saved again', async () => {
  const page = open({ answers: { 'PUT /set-config': refusal(500, '系统错误', 'server.error') } });
  fireEvent.change(await screen.findByLabelText('系统名称'), { target: { value: '新名称' } });
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('系统错误')).toBeTruthy();
  expect(pending()).toBe('1 项待保存');
  page.known['PUT /set-config'] = ok(all, '更新成功');
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('没有修改')).toBeTruthy();
});
