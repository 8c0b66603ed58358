import { expect, test } from 'vitest';
import { fieldTypeOf } from '../field-types/field-types.ts';
import { browserText } from './browser-text.ts';
import { loginLog } from './login-log/login-log.resource.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const chrome = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/147.0.0.0 Safari/537.36`;

test.each([
  ['Chrome 147 · Windows', chrome],
  ['Edge 146 · Windows', `${chrome} Edg/146.0.3856.59`],
  ['Chrome 147 · Linux', `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/147.0.0.0 Safari/537.36`],
  [
    'Firefox 149 · macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:149.0) Gecko/20100101 Firefox/149.0',
  ],
  [
    'Safari 26 · iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  ],
  [
    '微信 8 · Android',
    `Mozilla/5.0 (Linux; Android 15; V2309A) ${WEBKIT} Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.65`,
  ],
  [
    '企业微信 5 · Windows',
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/116.0.0.0 Safari/537.36 MicroMessenger/7.0.20 wxwork/5.0.3`,
  ],
  ['curl/8.14.1', 'curl/8.14.1'],
  ['', ''],
])('%s is shown for its User-Agent', (text, userAgent) => {
  expect(browserText(userAgent)).toBe(text);
});

test('the sign-in log shows browser and system', () => {
  const field = loginLog.fields['userAgent']!;
  expect(fieldTypeOf(field).text(chrome, field, {})).toBe('Chrome 147 · Windows');
});
