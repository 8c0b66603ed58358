import { expect, test } from 'vitest';
import { createProxyCheck } from './trusted-proxies.ts';

test('a proxy is named by address, network or range, in IPv4, IPv6 and mapped', () => {
  const isProxy = createProxyCheck(['loopback', '203.0.113.7', '10.1.0.0/16', '2001:db8::/32']);
  const proxies = ['127.0.0.9', '::1', '::ffff:127.0.0.1', '203.0.113.7', '10.1.200.3', '2001:db8::5'];
  expect(proxies.filter((address) => !isProxy(address))).toStrictEqual([]);
  const others = ['203.0.113.8', '10.2.0.1', '192.168.0.1', 'fe80::1', '2001:db9::1', ''];
  expect(others.filter((address) => isProxy(address))).toStrictEqual([]);
});

test('the private ranges have names', () => {
  const isProxy = createProxyCheck(['linklocal', 'uniquelocal']);
  expect(['169.254.1.1', 'fe80::1', '10.9.9.9', '172.20.0.1', '192.168.3.3', 'fd00::1'].every(isProxy)).toBe(
    true,
  );
  expect(['127.0.0.1', '172.32.0.1', '8.8.8.8'].some(isProxy)).toBe(false);
});

test('on trusts every address, off none', () => {
  expect([createProxyCheck(true)('8.8.8.8'), createProxyCheck(false)('127.0.0.1')]).toStrictEqual([
    true,
    false,
  ]);
});
