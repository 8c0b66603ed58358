import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startArchives, demo } from './archive.test-data.ts';

const { app, stopArchive, failures, order, archivedFileOf } = await startArchives();
afterAll(async () => {
  await stopArchive();
  await app.close();
});

test('the document of an order is archived when placed directly or from a quotation', async () => {
  const quoted = await order('quoted');
  const placed = await order('placed');
  await expect.poll(() => archivedFileOf(placed)).toBeDefined();
  expect(await archivedFileOf(quoted)).toBeUndefined();
  const moved = await app.send('POST', `/order/${quoted}/move`, {
    ...demo,
    body: { to: 'placed', version: 1 },
  });
  expect(moved.status).toBe(200);
  await expect.poll(() => archivedFileOf(quoted)).toBeDefined();

  for (const id of [quoted, placed]) {
    const { file, pdf } = (await archivedFileOf(id))!;
    const { orderNo, userId } = (await app.send('GET', `/order/${id}`, demo)).data as {
      orderNo: string;
      userId: number;
    };
    expect(file).toMatchObject({ kind: 'document', name: `${orderNo}-R1.pdf`, ownerId: userId });
    const answer = await app.http.inject({
      url: `/api/v1/file/${file.id}`,
      headers: { authorization: `Bearer ${await app.signIn('demo')}` },
    });
    expect(answer.rawPayload.equals(pdf!)).toBe(true);
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(file.hash);
  }
  expect(failures).toStrictEqual([]);
});
