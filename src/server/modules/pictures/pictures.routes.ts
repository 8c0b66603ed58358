import { and, eq, isNull } from 'drizzle-orm';
import { pictures } from '#contract/files/pictures.ts';
import type { Database } from '#server/db/database.ts';
import { users } from '#server/db/schema.ts';
import { route, type App } from '#server/http/route.ts';
import { storeAvatar, storeSeal, readPicture, findSeal } from './pictures.service.ts';

/** The caller's seal and avatar. They are not part of the versioned record that the profile's form saves. */
export function pictureRoutes(app: App, { db }: Database): void {
  route(app, pictures.seal, async ({ session }) => ({
    image: await readPicture(db, await findSeal(db, session.userId)),
  }));
  route(app, pictures.saveSeal, async ({ body, session: { userId }, now, audit }) => {
    const { hash, image } = await storeSeal(db, body.image, { userId, now });
    audit({ id: userId, seal: [await setPicture(db, 'seal', userId, hash), hash] });
    return { image };
  });
  route(app, pictures.removeSeal, async ({ session: { userId }, audit }) => {
    audit({ id: userId, seal: [await setPicture(db, 'seal', userId, ''), ''] });
    return null;
  });
  route(app, pictures.saveAvatar, async ({ body, session: { userId }, now, audit }) => {
    const { hash, image } = await storeAvatar(db, body.image, { userId, now });
    audit({ id: userId, avatar: [await setPicture(db, 'avatar', userId, hash), hash] });
    return { image };
  });
  route(app, pictures.removeAvatar, async ({ session: { userId }, audit }) => {
    audit({ id: userId, avatar: [await setPicture(db, 'avatar', userId, ''), ''] });
    return null;
  });
}

/** Stores the hash of a user's picture; returns the previous hash. */
function setPicture(
  db: Database['db'],
  field: 'seal' | 'avatar',
  userId: number,
  hash: string,
): Promise<string> {
  return db.transaction(async (tx) => {
    const isUser = and(eq(users.userId, userId), isNull(users.deletedAt));
    const [before] = await tx.select({ hash: users[field] }).from(users).where(isUser).for('update');
    await tx
      .update(users)
      .set({ [field]: hash })
      .where(isUser);
    return before?.hash ?? '';
  });
}
