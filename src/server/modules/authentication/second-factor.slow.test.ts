import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startTwoStepLogin } from '#tests/support/browser/two-step-login.ts';
import { removeSecondFactorByName } from './second-factor.service.ts';

const steps = await startTwoStepLogin();
afterAll(() => steps.app.close());
beforeEach(() => steps.wait(300));

describe('switching off', () => {
  test('on the command line works for every user', async () => {
    const { username, token } = await steps.newOwner();
    const remove = (name: string) => removeSecondFactorByName(steps.app.database, name);
    expect(await remove('nobody-of-that-name')).toBeUndefined();
    expect(await remove(username.toUpperCase())).toBe(true);
    expect(await remove(username)).toBe(false);
    expect((await steps.app.send('GET', '/getinfo', { token })).status).toBe(401);
    expect((await steps.sendPassword(username)).status).toBe(200);
  });
});
