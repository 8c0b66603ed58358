import { isDeepStrictEqual } from 'node:util';
import { fieldFaults } from '#tests/support/app/answers.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { addPerson } from '#tests/support/data/people.ts';
import type { Profile } from '#contract/people/profile.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const valid = {
  nickName: '李工',
  phone: '+86 (21) 6123-4567',
  email: 'li@example.com',
  companyTitle: '示例客户公司',
  taxNumber: '91310000MA1K3ABC2D',
  address: '上海市示例路 1 号',
};

export const whole = { ...valid, version: 1 };
export const none: string[] = [];

/** The app with a customer whose profile is read and saved. */
export async function startProfiles() {
  const app = await createTestApp();
  const person = await addPerson(app, { roleKey: 'customer' });

  const read = async (token: string): Promise<Profile> =>
    (await app.send('GET', '/user/profile', { token })).data;
  const save = (token: string, body: object) => app.send('PUT', '/user/profile', { token, body });
  /** The messages for these bodies, each of which must name the field; nothing may be written. */
  async function faultsOf(field: string, bodies: readonly object[], message?: string): Promise<string[]> {
    const before = await stateOf(app.database);
    const faults: string[] = [];
    for (const body of bodies) {
      const answer = await save(person.token, body);
      const hint = JSON.stringify(body).slice(0, 200);
      faults.push(...fieldFaults(answer, field, hint));
      if (message !== undefined && answer.errors?.[field] !== message)
        faults.push(`${hint}: ${answer.errors?.[field]}`);
    }
    if (!isDeepStrictEqual(await stateOf(app.database), before)) faults.push('something was written');
    return faults;
  }
  return { app, person, read, save, faultsOf };
}
