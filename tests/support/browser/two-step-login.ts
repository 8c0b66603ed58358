import { desc } from 'drizzle-orm';
import { loginLogs } from '#server/db/schema.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import type { Envelope } from '../app/api.ts';
import { enrol, type Authenticator } from '../app/authenticator.ts';
import { addPerson, type Person } from '../data/people.ts';
import { newAddress } from '../app/sign-in.ts';
import { createTestApp } from '../app/test-app.ts';

/** The password of every user created here. */
export const password = 'a long enough password 1';

type PersonOptions = NonNullable<Parameters<typeof addPerson>[1]>;

/** The app with a stopped clock that tests move, and users who sign in with password and code. */
export async function startTwoStepLogin() {
  const app = await createTestApp();
  const passwordHash = await hashPassword(password);
  // The start of a period of 30 s.
  let clock = Date.parse('2027-03-01T00:00:00Z');

  const newPerson = (options: PersonOptions = {}) =>
    addPerson(app, { roleKey: 'sales', ...options, user: { passwordHash, ...options.user } });
  const wait = (seconds: number) => {
    clock += seconds * 1000;
    app.setNow(new Date(clock));
  };
  wait(0);
  const sendPassword = (username: string) =>
    app.send('POST', '/login', { body: { username, password }, remoteAddress: newAddress() });
  const ticketOf = async (username: string) =>
    ((await sendPassword(username)).data as { ticket: string }).ticket;
  const sendCode = (ticket: string, code: string) =>
    app.send('POST', '/login/second-factor', { body: { ticket, code }, remoteAddress: newAddress() });
  const admin = await newPerson({ roleKey: 'admin' });

  return {
    app,
    admin,
    now: () => clock,
    /** Advances the server's clock. */
    wait,
    newPerson,
    /** A user with a second factor whose next code is valid. */
    async newOwner(): Promise<Person & { device: Authenticator }> {
      const person = await newPerson();
      const device = await enrol(app, person.token, password, clock);
      wait(30);
      return { ...person, token: device.token, device };
    },
    /** The first step of a sign-in. */
    sendPassword,
    ticketOf,
    /** The second step. */
    sendCode,
    signIn: async (username: string, code: string) => sendCode(await ticketOf(username), code),
    /** A call to the user's own second factor. */
    callOwnFactor: (token: string, method: 'GET' | 'POST' | 'DELETE', path = '', body?: object) =>
      app.send(method, `/user/second-factor${path}`, { token, ...(body ? { body } : {}) }),
    lastLog: async () =>
      (await app.database.db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(1))[0],
  };
}

/** The response to a wrong code. */
export const wrongCode = {
  status: 400,
  error: 'request.invalid',
  errors: { code: '验证码不正确或已使用' },
};

export const countOf = (answers: readonly Envelope[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;
