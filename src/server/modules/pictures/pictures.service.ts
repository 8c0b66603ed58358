import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import type { ChangedBy } from '#server/db/record-store.ts';
import { images, users } from '#server/db/schema.ts';
import { countRequest } from '#server/fairness/stored-throttle.ts';
import { drawAvatar, drawSeal } from './draw-picture.service.ts';

/** Pictures are never deleted, because documents refer to them, so uploads per account are limited. */
const PICTURES_PER_DAY = 30;
const DAY_S = 24 * 3600;

/** A stored picture: its hash for references, and its data URI for the browser. */
export interface StoredPicture {
  hash: string;
  image: string;
}

/** Redraws a seal and stores it. Throws `request.invalid`, `request.throttled`, `server.busy`. */
export async function storeSeal(db: Db, image: string, by: ChangedBy): Promise<StoredPicture> {
  await countPicture(db, by);
  const png = await drawSeal(`user/${by.userId}`, image);
  const hash = hashOf(png);
  await insertImage(db, hash, png, by.now);
  return { hash, image: dataUri(png) };
}

/** Redraws an avatar and stores it in two sizes. Throws the errors of `storeSeal`. */
export async function storeAvatar(db: Db, image: string, by: ChangedBy): Promise<StoredPicture> {
  await countPicture(db, by);
  const { large, small } = await drawAvatar(`user/${by.userId}`, image);
  const hash = hashOf(large);
  await insertImage(db, hash, large, by.now);
  await insertImage(db, smallHashOf(hash), small, by.now);
  return { hash, image: dataUri(large) };
}

/** The picture of this hash as a data URI; empty for none. */
export async function readPicture(db: Db, hash: string): Promise<string> {
  if (hash === '') return '';
  const [row] = await db.select({ png: images.png }).from(images).where(eq(images.hash, hash));
  return row ? dataUri(row.png) : '';
}

/** The pictures of these hashes as data URIs, by hash. */
export async function readPictures(db: Db, hashes: readonly string[]): Promise<Record<string, string>> {
  if (hashes.length === 0) return {};
  const { hash, png } = images;
  const rows = await db
    .select({ hash, png })
    .from(images)
    .where(inArray(hash, [...new Set(hashes)]));
  return Object.fromEntries(rows.map((row) => [row.hash, dataUri(row.png)]));
}

/** A user's small avatar as a data URI; empty for none. */
export async function readSmallAvatar(db: Db, userId: number): Promise<string> {
  const [row] = await db
    .select({ png: images.png })
    .from(users)
    .innerJoin(images, eq(images.hash, sql`${users.avatar} || '/small'`))
    .where(eq(users.userId, userId));
  return row ? dataUri(row.png) : '';
}

/** The hash of a user's seal; empty for none or for a deleted user. */
export async function findSeal(db: Db, userId: number): Promise<string> {
  const [row] = await db
    .select({ seal: users.seal })
    .from(users)
    .where(and(eq(users.userId, userId), isNull(users.deletedAt)));
  return row?.seal ?? '';
}

const countPicture = (db: Db, { userId, now }: ChangedBy) =>
  countRequest(db, `picture/${userId}`, PICTURES_PER_DAY, DAY_S, now);

const hashOf = (png: Buffer) => createHash('sha256').update(png).digest('hex');
const smallHashOf = (hash: string) => `${hash}/small`;
const dataUri = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

/** Stores a drawn picture under its hash, once. */
export async function insertImage(db: Db, hash: string, png: Buffer, now: Date): Promise<void> {
  await db.insert(images).values({ hash, png, createdAt: now }).onConflictDoNothing();
}
