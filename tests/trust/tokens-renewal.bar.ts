import { afterAll, beforeAll, expect } from 'vitest';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { enrol } from '#tests/support/app/authenticator.ts';
import { openNotificationStream } from '#tests/support/app/event-reader.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { bar } from './bar.ts';

const password = 'a long enough password 1';
let app: GateApp;
let passwordHash: string;
beforeAll(async () => {
  app = await createGateApp();
  passwordHash = await hashPassword(password);
});
afterAll(() => app.close());

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
    const stream = await openNotificationStream(app.address, token);
    expect(stream.status).toBe(200);
    const renewed = await change(token);
    expect((await app.send('GET', '/getinfo', { token })).status).toBe(401);
    await stream.ended;
    const info = await app.send('GET', '/getinfo', { token: renewed });
    expect(info).toMatchObject({ status: 200, data: { userName: username } });
    expect(renewed).not.toBe(token);
    return `after ${name} the token of before answers 401 and its stream ends; the session continues with another one`;
  });
}
