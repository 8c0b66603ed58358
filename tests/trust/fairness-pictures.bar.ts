import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { interlacedPng, png, upload } from '#tests/support/data/files.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { assertBelow, atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { bar } from './bar.ts';

let app: ServedApp;
beforeAll(async () => {
  app = await createServedApp();
});
afterAll(() => app.close());

bar(89, "pictures that are slow to decode do not delay others' uploads", async (tell) => {
  const customers = async (count: number) => {
    const tokens: string[] = [];
    while (tokens.length < count) tokens.push((await addPerson(app, { roleKey: 'customer' })).token);
    return tokens;
  };
  const others = await customers(atScale(4, 20));
  const slow = await interlacedPng(7_000);
  const photo = png(600, 400);
  // The decoder is loaded with the first picture.
  const [first = ''] = await customers(1);
  expect((await upload(app, 'first.png', photo, { token: first })).status).toBe(200);

  const state = { isOver: false, sent: 0 };
  const flood = (await customers(4)).flatMap((token) =>
    [1, 2].map(async () => {
      while (!state.isOver && state.sent < 100) {
        state.sent += 1;
        await upload(app, 'slow.png', slow, { token });
      }
    }),
  );
  await delay(500);
  const times: number[] = [];
  for (const token of others) {
    const startedAt = performance.now();
    const answer = await upload(app, 'photo.png', photo, { token });
    times.push(performance.now() - startedAt);
    expect(answer).toMatchObject({ status: 200, data: { hasThumbnail: true } });
  }
  state.isOver = true;
  await Promise.all(flood);
  const slowest = Math.round(Math.max(...times));
  tell(
    `${state.sent} interlaced pictures of ${Math.round(slow.length / 1024)} KB and 49 megapixels from four customers; ` +
      `${times.length} photos of others meanwhile with thumbnail, the slowest in ${slowest} ms`,
  );
  assertBelow(slowest, 2_500, 'ms for another upload');
});
