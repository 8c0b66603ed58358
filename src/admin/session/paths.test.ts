import { expect, test } from 'vitest';
import { loginPath, returnPath } from './paths.ts';

test('the login page returns to the requested URL', () => {
  const path = loginPath({ pathname: '/admin/sys-post', search: '?postName=a%26b' });
  expect(returnPath(path.slice(path.indexOf('?')))).toBe('/admin/sys-post?postName=a%26b');
});

test.each(['/admin', '/admin/'])('%s is not added to the login URL', (pathname) => {
  expect(loginPath({ pathname, search: '' })).toBe('/admin/login');
});

test.each([
  'https://evil.test/admin',
  '//evil.test/admin',
  '/administrator',
  '/user/login',
  '/admin/login?to=/admin/login',
  '/admin\\evil',
  '/admin/\nx',
  '',
])('a foreign URL is not opened: %j', (to) => {
  expect(returnPath(`?${new URLSearchParams({ to }).toString()}`)).toBe('/admin/');
});
