import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { allowConsoleErrors } from '#tests/support/browser/console-errors.ts';
import { buildProfile } from '#storefront/features/profile/profile.test-data.ts';
import { openApp } from './app.test-data.tsx';

const answers = { 'GET /user/profile': ok(buildProfile()) };

describe('the user area', () => {
  test('starts with the profile', async () => {
    const { at } = openApp('/user', { token: 't', answers });
    await screen.findByRole('textbox', { name: '姓名' });
    expect(at()).toBe('/user/profile');
    const menu = within(screen.getByRole('navigation', { name: '个人中心' }));
    expect(menu.getByRole('link', { name: '个人资料' }).getAttribute('aria-current')).toBe('page');
  });

  test('shows the 404 page for an unknown URL', async () => {
    const { at } = openApp('/user/nothing', { token: 't' });
    await screen.findByRole('heading', { name: '页面不存在' });
    expect(at()).toBe('/404');
  });

  test('keeps its menu and the focus across its pages', async () => {
    const user = userEvent.setup();
    const { at } = openApp('/user/profile', { token: 't', answers });
    await screen.findByRole('textbox', { name: '姓名' });
    const link = screen.getByRole('link', { name: '修改密码' });
    await user.click(link);
    await screen.findByLabelText('当前密码');
    expect(at()).toBe('/user/editPassword');
    expect(document.activeElement).toBe(link);
    expect(link.getAttribute('aria-current')).toBe('page');
  });

  test('is reached from the user menu, even from a page that failed to load', async () => {
    const user = userEvent.setup();
    const away = refusal(503, '服务暂时不可用，请稍后再试', 'server.unavailable');
    const { at } = openApp('/user/profile', { token: 't', answers: { 'GET /user/profile': away } });
    await screen.findByRole('heading', { name: '页面暂时打不开' });
    allowConsoleErrors();
    await user.click(screen.getByRole('button', { name: /张工/ }));
    await user.click(screen.getByRole('menuitem', { name: '修改密码' }));
    await screen.findByLabelText('当前密码');
    expect(at()).toBe('/user/editPassword');
  });
});
