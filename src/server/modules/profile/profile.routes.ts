import { profile } from '#contract/people/profile.ts';
import type { Database } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { changesOf } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { readProfile, updateProfile } from './profile.queries.ts';

export function profileRoutes(app: App, { db }: Database): void {
  route(app, profile.read, ({ session }) => readProfile(db, session));
  route(app, profile.update, ({ body, session, now, audit }) =>
    db.transaction(async (tx) => {
      const before = await readProfile(tx, session);
      const isSaved = await updateProfile(tx, session, body, now);
      const after = await readProfile(tx, session);
      if (!isSaved) throw new AppError('record.changed', { data: after });
      audit({ id: session.userId, ...changesOf(before.user, after.user) });
      return after;
    }),
  );
}
