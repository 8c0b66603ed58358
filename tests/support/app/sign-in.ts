import { eq, like } from 'drizzle-orm';
import { captchas, throttles } from '#server/db/schema.ts';
import type { Api } from './api.ts';

let lastAddress = 0;

/** An unused IP address, so that no throttle applies. */
export function newAddress(): string {
  lastAddress += 1;
  return `10.${1 + (lastAddress >> 16)}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
}

/** Forgets wrong passwords, so that an account may have more of them than the limit across addresses allows. */
export async function forgetGuesses({ database }: Pick<Api, 'database'>): Promise<void> {
  await database.db.delete(throttles).where(like(throttles.key, 'account/%'));
}

/** A captcha as the login body takes it, with its answer, which only the database knows. */
export async function solveCaptcha(
  app: Pick<Api, 'send' | 'database'>,
): Promise<{ uuid: string; code: string }> {
  const { id } = await app.send('GET', '/captcha', { remoteAddress: newAddress() });
  const uuid = String(id);
  const [row] = await app.database.db.select().from(captchas).where(eq(captchas.id, uuid));
  if (!row) throw new Error('no captcha');
  return { uuid, code: row.answer };
}
