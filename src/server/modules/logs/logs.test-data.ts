import { createTestApp } from '#tests/support/app/test-app.ts';

export const admin = { as: 'admin' };

/** The app, whose staff read the logs. */
export async function startLogs() {
  const app = await createTestApp();
  await app.send('POST', '/login', {
    body: { username: 'admin', password: 'a secret that must not be kept' },
    headers: { 'user-agent': '=cmd|calc' },
    remoteAddress: '10.7.7.7',
  });
  await app.send('POST', '/login', { body: { username: 'nobody-here', password: 'x' } });
  for (const postCode of ['one', 'two']) {
    await app.send('POST', '/post', { ...admin, body: { postName: '岗', postCode, sort: 1, status: 2 } });
  }
  await app.send('DELETE', '/post', { ...admin, body: { ids: [999_999] } });
  return { app };
}
