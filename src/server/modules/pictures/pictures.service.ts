import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { images, users } from '#server/db/schema.ts';
import { countRequest } from '#server/modules/sessions/throttle.service.ts';
import { drawPortrait, drawSeal } from './draw-picture.service.ts';

/** Pictures stay for good, since documents refer to them: this bounds what one account can leave behind. */
const PICTURES_PER_DAY = 30;
const DAY_S = 24 * 3600;

/** A picture that is kept: what refers to it, and what a browser shows. */
export interface KeptPicture {
  hash: string;
  image: string;
}

/** Who sends a picture, and when. */
interface By {
  userId: number;
  now: Date;
}

/** Draws a seal again and keeps it. Throws `request.invalid`, `request.throttled`, `server.busy`. */
export async function keepSeal(db: Db, image: string, by: By): Promise<KeptPicture> {
  await countPicture(db, by);
  const png = await drawSeal(image);
  const hash = hashOf(png);
  await insertImage(db, hash, png, by.now);
  return { hash, image: dataUri(png) };
}

/** Draws a portrait again and keeps it, with its small twin. Throws as `keepSeal` does. */
export async function keepPortrait(db: Db, image: string, by: By): Promise<KeptPicture> {
  await countPicture(db, by);
  const { large, small } = await drawPortrait(image);
  const hash = hashOf(large);
  await insertImage(db, hash, large, by.now);
  await insertImage(db, smallOf(hash), small, by.now);
  return { hash, image: dataUri(large) };
}

/** The picture of this hash as a data URI; empty when there is none. */
export async function readPicture(db: Db, hash: string): Promise<string> {
  if (hash === '') return '';
  const [row] = await db.select({ png: images.png }).from(images).where(eq(images.hash, hash));
  return row ? dataUri(row.png) : '';
}

/** A user's portrait for a header, as a data URI; empty when it has none. */
export async function readSmallPortrait(db: Db, userId: number): Promise<string> {
  const [row] = await db
    .select({ png: images.png })
    .from(users)
    .innerJoin(images, eq(images.hash, sql`${users.avatar} || '/small'`))
    .where(eq(users.userId, userId));
  return row ? dataUri(row.png) : '';
}

/** The hash of a user's seal; empty when it has none or is gone. */
export async function sealOf(db: Db, userId: number): Promise<string> {
  const [row] = await db
    .select({ seal: users.seal })
    .from(users)
    .where(and(eq(users.userId, userId), isNull(users.deletedAt)));
  return row?.seal ?? '';
}

const countPicture = (db: Db, { userId, now }: By) =>
  countRequest(db, `picture/${userId}`, PICTURES_PER_DAY, DAY_S, now);

const hashOf = (png: Buffer) => createHash('sha256').update(png).digest('hex');
const smallOf = (hash: string) => `${hash}/small`;
const dataUri = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

async function insertImage(db: Db, hash: string, png: Buffer, now: Date): Promise<void> {
  await db.insert(images).values({ hash, png, createdAt: now }).onConflictDoNothing();
}
