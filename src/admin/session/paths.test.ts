import { expect, test } from 'vitest';
import { loginPath, returnPath } from './paths.ts';

test('the login page comes back to the address one was going to', () => {
  const path = loginPath({ pathname: '/admin/sys-post', search: '?postName=a%26b' });
  expect(returnPath(path.slice(path.indexOf('?')))).toBe('/admin/sys-post?postName=a%26b');
});

test.each(['/admin', '/admin/'])('from %s nothing needs to be remembered', (pathname) => {
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
])('an address that is not ours is not gone to: %j', (to) => {
  expect(returnPath(`?${new URLSearchParams({ to }).toString()}`)).toBe('/admin/');
});
