import { expect, test } from 'vitest';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { createProxyCheck, plainAddresses } from './trusted-proxies.ts';

test('a proxy is matched by address, network or range, in IPv4, IPv6 and mapped IPv4', () => {
  const isProxy = createProxyCheck(['loopback', '203.0.113.7', '10.1.0.0/16', '2001:db8::/32']);
  const proxies = ['127.0.0.9', '::1', '::ffff:127.0.0.1', '203.0.113.7', '10.1.200.3', '2001:db8::5'];
  expect(proxies.filter((address) => !isProxy(address))).toStrictEqual([]);
  const others = ['203.0.113.8', '10.2.0.1', '192.168.0.1', 'fe80::1', '2001:db9::1', ''];
  expect(others.filter((address) => isProxy(address))).toStrictEqual([]);
});

test('the private ranges can be given by name', () => {
  const isProxy = createProxyCheck(['linklocal', 'uniquelocal']);
  expect(['169.254.1.1', 'fe80::1', '10.9.9.9', '172.20.0.1', '192.168.3.3', 'fd00::1'].every(isProxy)).toBe(
    true,
  );
  expect(['127.0.0.1', '172.32.0.1', '8.8.8.8'].some(isProxy)).toBe(false);
});

test('true trusts every address, false none', () => {
  expect([createProxyCheck(true)('8.8.8.8'), createProxyCheck(false)('127.0.0.1')]).toStrictEqual([
    true,
    false,
  ]);
});

test.each([
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::1]:443, 203.0.113.7', '2001:db8::1, 203.0.113.7'],
  ['"[2001:db8::1]"', '2001:db8::1'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['unknown, _hidden, 203.0.113.7:x, ', '0.0.0.0, 0.0.0.0, 0.0.0.0, 0.0.0.0'],
])('the header %s is read as %s', (header, plain) => {
  expect(plainAddresses(header)).toBe(plain);
});

test('a proxy that sends ports does not evade the limits of an address', async () => {
  const app = await createTestApp({ trustProxy: ['127.0.0.1'] });
  const statuses = [];
  for (let n = 0; n < 31; n += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.7:${50_000 + n}` };
    const url = `/api/v1/public/quotation/${'2'.repeat(20)}`;
    statuses.push((await app.http.inject({ url, headers, remoteAddress: '127.0.0.1' })).statusCode);
  }
  expect(statuses.filter((status) => status !== 429)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
  await app.close();
});
