import { shares } from '#contract/shares.ts';
import { AppError } from '#server/http/app-error.ts';
import { route, type App } from '#server/http/route.ts';
import type { DocumentDeps } from '#server/modules/documents/documents.service.ts';
import { addressKey, countRequest } from '#server/modules/authentication/throttle.service.ts';
import { createShare, endShares, getShares, openShare, readSharedFile } from './shares.service.ts';

/** A token has 256 random bits; this limits the load caused by guessing. */
const VISITS_PER_MINUTE = 60;

export function shareRoutes(app: App, deps: DocumentDeps): void {
  const { db } = deps.database;
  // A full disk must not prevent reading.
  const tell = (error: unknown) =>
    app.http.log.warn({ err: error }, 'visit of a shared quotation not counted');
  async function countVisit(ip: string, now: Date): Promise<void> {
    try {
      await countRequest(db, `share/${addressKey(ip)}`, VISITS_PER_MINUTE, 60, now);
    } catch (error) {
      if (error instanceof AppError) throw error;
      tell(error);
    }
  }

  route(app, shares.list, ({ params, session, now }) => getShares(db, session, params.id, now));
  route(app, shares.create, ({ params, body, session, now, note }) =>
    createShare(deps, session, params.id, body, now, note),
  );
  route(app, shares.revoke, async ({ params, body, session, now, note }) => {
    note({ orderId: params.id, ids: body.ids });
    return endShares(deps, session, params.id, body.ids, now);
  });
  route(app, shares.open, async ({ params, ip, now }) => {
    await countVisit(ip, now);
    return openShare(db, params.token, now, tell);
  });
  route(app, shares.pdf, async ({ params, ip, now }) => {
    await countVisit(ip, now);
    return { ...(await readSharedFile(db, params.token, now)), type: 'application/pdf' };
  });
}
