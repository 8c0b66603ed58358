import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect } from 'vitest';
import { API_BASE } from '#contract/endpoint.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { enrol } from '#tests/support/authenticator.ts';
import { addPerson } from '#tests/support/people.ts';
import { createServedApp, type ServedApp } from '#tests/support/served-app.ts';
import { bar } from './bar.ts';

const password = 'a long enough password 1';
let app: ServedApp;
let passwordHash: string;
beforeAll(async () => {
  app = await createServedApp();
  passwordHash = await hashPassword(password);
});
afterAll(() => app.close());

/** Opens a stream of notifications with this token. */
async function openStream(token: string): Promise<{ ended: Promise<unknown> }> {
  const request = get(`${app.address}${API_BASE}/notification/stream`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.resume();
  return { ended: once(response, 'close') };
}

const changes = {
  'changing the password': async (token: string) => {
    const body = { oldPassword: password, newPassword: 'another long password 2' };
    const { data } = await app.send('PUT', '/user/pwd/set', { token, body });
    return (data as { token: string } | null)?.token;
  },
  'switching the second factor on': async (token: string) => (await enrol(app, token, password)).token,
};

for (const [name, change] of Object.entries(changes)) {
  bar(95, `${name} replaces the token`, async () => {
    const { token, username } = await addPerson(app, { roleKey: 'sales', user: { passwordHash } });
    const stream = await openStream(token);
    const renewed = await change(token);
    expect((await app.send('GET', '/getinfo', { token })).status).toBe(401);
    await stream.ended;
    const info = await app.send('GET', '/getinfo', { token: renewed });
    expect(info).toMatchObject({ status: 200, data: { userName: username } });
    expect(renewed).not.toBe(token);
    return `after ${name} the token of before answers 401 and its stream ends; the session continues with another one`;
  });
}
