import { orders } from '#contract/orders/orders.ts';
import { documents } from '#contract/orders/documents.ts';
import { route, type App } from '#server/http/route.ts';
import { comparedFiles, documentFiles, type Throttles } from '#server/fairness/limits.ts';
import {
  compareFile,
  getDocument,
  getPdf,
  previewOffer,
  verifyDocument,
  type DocumentDeps,
} from './documents.service.ts';
import { unprintableIn } from './pdf-renderer.ts';

export function documentRoutes(app: App, deps: DocumentDeps & { throttles: Throttles }): void {
  const { db } = deps.database;
  const throttle = deps.throttles.verify;

  route(app, documents.one, ({ params, query, session, now }) =>
    getDocument(deps, session, params.id, query.revision, now),
  );
  route(
    app,
    documents.pdf,
    async ({ params, query, session, now }) => ({
      ...(await getPdf(deps, session, params.id, query.revision, now)),
      type: 'application/pdf',
    }),
    { semaphore: documentFiles },
  );
  route(app, documents.unprintable, ({ body: { text } }) => unprintableIn(text), {
    semaphore: documentFiles,
  });
  route(app, orders.previewOffer, ({ params, body, session, now }) =>
    previewOffer(deps, session, params.id, body, now),
  );
  route(app, documents.verify, ({ params, now }) => verifyDocument(db, params.code, now), { throttle });
  route(
    app,
    documents.compare,
    async ({ params, body, ip, userAgent, now }) => {
      await throttle.count({ ip, userAgent, now });
      return compareFile(db, params.code, body.chunks());
    },
    { throttle, semaphore: comparedFiles },
  );
}
