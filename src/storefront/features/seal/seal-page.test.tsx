import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { openApp } from '#storefront/app/app.test-data.tsx';
import { allowConsoleErrors } from '#tests/support/browser/console-errors.ts';

const picture = 'data:image/png;base64,AAAA';
type Answers = NonNullable<Parameters<typeof openApp>[1]>['answers'];
const open = (image: string, answers: Answers = {}) =>
  openApp('/user/signSeal', { token: 't', answers: { 'GET /user/seal': ok({ image }), ...answers } });

test('without a seal the page explains how to create one, and has nothing to save', async () => {
  open('');
  expect(await screen.findByText('还没有印章。上传一张照片，或者手写签名。')).toBeDefined();
  expect(screen.getByText(/不是 CA\s数字签名；可以作为凭据的是报价单上的验证码/)).toBeDefined();
  expect(screen.getByRole('link', { name: '签名印章' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('button', { name: '保存印章' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('radio', { name: '上传图片' })).toHaveProperty('checked', true);
});

test('a file that is not a picture is refused before anything is sent', async () => {
  const user = userEvent.setup();
  const { sent } = open('');
  const input = await screen.findByLabelText('选择图片', { selector: 'input' });
  await user.upload(input, new File(['<svg/>'], 'a.png', { type: 'image/png' }));
  expect((await screen.findByRole('alert')).textContent).toBe('只接受 PNG 或 JPEG 图片');
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false);
});

test('the seal is removed after a confirmation', async () => {
  const user = userEvent.setup();
  const { sent } = open(picture, { 'DELETE /user/seal': ok(null, '印章已移除') });
  const current = within(await screen.findByRole('region', { name: '当前印章' }));
  expect(current.getByAltText('印章图样').getAttribute('src')).toBe(picture);
  expect(current.getByText('客户确认（签章）')).toBeDefined();
  await user.click(current.getByRole('button', { name: '移除印章' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '保留' }));
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(current.getByRole('button', { name: '移除印章' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '确认移除' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: '当前印章' })).toBeNull());
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('a page that cannot be loaded shows an error, and the menu stays', async () => {
  open('', { 'GET /user/seal': refusal(503, '服务暂时不可用，请稍后再试', 'server.unavailable') });
  expect(await screen.findByRole('heading', { name: '页面暂时打不开' })).toBeDefined();
  allowConsoleErrors();
});
