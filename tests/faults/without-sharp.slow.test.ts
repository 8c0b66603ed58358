import { afterEach, expect, test } from 'vitest';
import {
  createTemporaryDirectory,
  killLeftovers,
  passwords,
  runServer,
} from '#tests/support/processes/run-server.ts';
import { createSender } from '#tests/support/app/api.ts';
import { exchangeOverHttp } from '#tests/support/processes/served-app.ts';

const directory = await createTemporaryDirectory('quotemill-without-sharp-');
afterEach(async () => {
  await killLeftovers(directory.path);
  await directory.remove();
});

test('the start logs that the image library does not load, and users can still sign in', async () => {
  const env = {
    NODE_OPTIONS: `--import=${new URL('../support/processes/without-sharp.mjs', import.meta.url).href}`,
    LOGIN_CAPTCHA: 'on',
  };
  const server = await runServer(directory.path, { env });
  await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('sharp) does not load');
  const { send } = createSender((wire) => exchangeOverHttp(server.address, wire));
  const captcha = await send('GET', '/captcha');
  expect(captcha.status).toBe(200);
  expect(String(captcha.data)).toMatch(/^data:image\/png;base64,/);
  // The answer is wrong, but it is checked.
  const body = { username: 'admin', password: passwords.admin, code: '000000', uuid: 'none' };
  expect((await send('POST', '/login', { body })).error).toBe('login.captcha');
});
