import { documents } from '#contract/documents.ts';
import { route, type App } from '#server/http/route.ts';
import { addressKey, countRequest } from '#server/modules/authentication/throttle.service.ts';
import { compareFile, getDocument, getPdf, verify, type DocumentDeps } from './documents.service.ts';

/** A code has 100 random bits; this limits the load caused by guessing. */
const CHECKS_PER_MINUTE = 30;

export function documentRoutes(app: App, deps: DocumentDeps): void {
  const { db } = deps.database;
  const countCheck = (ip: string, now: Date) =>
    countRequest(db, `verify/${addressKey(ip)}`, CHECKS_PER_MINUTE, 60, now);

  route(app, documents.one, ({ params, query, session, now }) =>
    getDocument(deps, session, params.id, query.revision, now),
  );
  route(app, documents.pdf, async ({ params, query, session, now }) => ({
    ...(await getPdf(deps, session, params.id, query.revision, now)),
    type: 'application/pdf',
  }));
  route(app, documents.verify, async ({ params, ip, now }) => {
    await countCheck(ip, now);
    return verify(db, params.code, now);
  });
  route(app, documents.compare, async ({ params, body, ip, now }) => {
    await countCheck(ip, now);
    return compareFile(db, params.code, body.bytes);
  });
}
