import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { buildProfile } from '#storefront/features/profile/profile.test-data.ts';
import { openApp } from './app.test-data.tsx';

const answers = { 'GET /user/profile': ok(buildProfile()) };

describe('the user area', () => {
  test('begins with the profile', async () => {
    const { at } = openApp('/user', { token: 't', answers });
    await screen.findByRole('textbox', { name: '姓名' });
    expect(at()).toBe('/user/profile');
    const menu = within(screen.getByRole('navigation', { name: '个人中心' }));
    expect(menu.getByRole('link', { name: '个人资料' }).getAttribute('aria-current')).toBe('page');
  });

  test('has no other page: an unknown address below it is the 404 page', async () => {
    const { at } = openApp('/user/nothing', { token: 't' });
    await screen.findByRole('heading', { name: '页面不存在' });
    expect(at()).toBe('/404');
  });
});
