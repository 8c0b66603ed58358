import { and, eq, isNull } from 'drizzle-orm';
import { pictures } from '#contract/pictures.ts';
import type { Database } from '#server/db/database.ts';
import { users } from '#server/db/schema.ts';
import { route, type App } from '#server/http/route.ts';
import { keepPortrait, keepSeal, readPicture, sealOf } from './pictures.service.ts';

/** The caller's own seal and portrait. They are no part of the record that the profile's form saves by its version. */
export function pictureRoutes(app: App, { db }: Database): void {
  route(app, pictures.seal, async ({ session }) => ({
    image: await readPicture(db, await sealOf(db, session.userId)),
  }));
  route(app, pictures.saveSeal, async ({ body, session: { userId }, now, note }) => {
    const { hash, image } = await keepSeal(db, body.image, { userId, now });
    note({ id: userId, seal: [await setPicture(db, 'seal', userId, hash), hash] });
    return { image };
  });
  route(app, pictures.removeSeal, async ({ session: { userId }, note }) => {
    note({ id: userId, seal: [await setPicture(db, 'seal', userId, ''), ''] });
    return null;
  });
  route(app, pictures.saveAvatar, async ({ body, session: { userId }, now, note }) => {
    const { hash, image } = await keepPortrait(db, body.image, { userId, now });
    note({ id: userId, avatar: [await setPicture(db, 'avatar', userId, hash), hash] });
    return { image };
  });
  route(app, pictures.removeAvatar, async ({ session: { userId }, note }) => {
    note({ id: userId, avatar: [await setPicture(db, 'avatar', userId, ''), ''] });
    return null;
  });
}

/** Answers the hash that was there before. */
function setPicture(
  db: Database['db'],
  field: 'seal' | 'avatar',
  userId: number,
  hash: string,
): Promise<string> {
  return db.transaction(async (tx) => {
    const own = and(eq(users.userId, userId), isNull(users.deletedAt));
    const [before] = await tx.select({ hash: users[field] }).from(users).where(own).for('update');
    await tx
      .update(users)
      .set({ [field]: hash })
      .where(own);
    return before?.hash ?? '';
  });
}
