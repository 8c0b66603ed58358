import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { administrator, openAdmin } from '../../app/open-admin.test-data.tsx';
import { buildSetting } from './setting.test-data.ts';

const name = buildSetting();
const days = buildSetting({
  configKey: 'quote.holidays',
  configName: '节假日',
  kind: 'days',
  configValue: '2026-12-31, 2027-01-01',
  version: 3,
});
const valid = buildSetting({
  configKey: 'quote.validDays',
  configName: '报价有效天数',
  kind: 'whole',
  min: 1,
  max: 365,
  configValue: '15',
  initial: '15',
  group: '报价',
});
const all = [name, days, valid];

const open = (more: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin('/admin/sys-config/set', {
    ...more,
    answers: { 'GET /set-config/typed': ok(all), ...more.answers },
  });

/** The shell contains other status elements. */
const pending = () => within(screen.getByRole('form', { name: '参数设置' })).getByRole('status').textContent;

test('without the permission to change them the settings are read only', async () => {
  const codes = ['admin:sysConfigSet:list'];
  open({ user: { ...administrator, buttons: codes, permissions: codes } });
  expect((await screen.findByLabelText<HTMLInputElement>('系统名称')).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
  expect(screen.queryByRole('link', { name: '参数列表' })).toBeNull();
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

test('a picture is shown by its hash and removed with the next save', async () => {
  const hash = 'ab'.repeat(32);
  const image = 'data:image/png;base64,AAAA';
  const seal = buildSetting({
    configKey: 'company.seal',
    configName: '单位印章',
    kind: 'picture',
    configValue: hash,
    initial: '',
    version: 2,
  });
  const page = open({
    answers: {
      'GET /set-config/typed': ok([seal]),
      'GET /set-config/picture/company.seal': ok({ image }),
      'PUT /set-config': ok([{ ...seal, configValue: '', version: 3 }], '更新成功'),
    },
  });
  expect((await screen.findByAltText('单位印章的图样')).getAttribute('src')).toBe(image);
  expect(screen.getByRole('button', { name: '单位印章：更换图片' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '移除' }));
  expect(screen.getByText('（无）')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(page.sentTo('PUT /set-config').at(-1)?.body).toEqual([
      { configKey: 'company.seal', configValue: '', version: 2 },
    ]),
  );
});
