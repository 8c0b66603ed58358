import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { noise, stamp } from '#tests/support/data/seal-pictures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const bytesOf = (image: string) => Buffer.from(image.replace('data:image/png;base64,', ''), 'base64');
const imageOf = (answer: { data: unknown }) => (answer.data as { image: string }).image;
const newPerson = () => addPerson(app, { roleKey: 'customer' });

describe('the seal of the signed-in user', () => {
  test('does not conflict with a concurrent edit of the profile', async () => {
    const { token } = await newPerson();
    await app.send('PUT', '/user/seal', { token, body: { image: await stamp(60) } });
    expect((await app.send('GET', '/user/profile', { token })).data).toMatchObject({ user: { version: 1 } });
  });

  test('of pure noise is scaled down until it fits', async () => {
    const { token } = await newPerson();
    const saved = await app.send('PUT', '/user/seal', { token, body: { image: await noise(310) } });
    expect(saved.status).toBe(200);
    expect(bytesOf(imageOf(saved)).length).toBeLessThanOrEqual(80 * 1024);
  });
});

describe('a refused picture', () => {
  test('is the thirty-first of a day', async () => {
    const { token } = await newPerson();
    const image = await stamp(20);
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1)
      statuses.push((await app.send('PUT', '/user/seal', { token, body: { image } })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});
