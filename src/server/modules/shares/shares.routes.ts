import { shares } from '#contract/orders/shares.ts';
import { route, type App } from '#server/http/route.ts';
import type { DocumentDeps } from '#server/modules/documents/documents.service.ts';
import { sharedDocuments, type Throttles } from '#server/fairness/limits.ts';
import type { MoveDeps } from '#server/modules/orders/reading/orders.service.ts';
import {
  answerShare,
  createShare,
  revokeShares,
  getShares,
  openShare,
  readSharedFile,
} from './shares.service.ts';

interface ShareDeps extends DocumentDeps, MoveDeps {
  throttles: Throttles;
  /** Called after an order is placed and committed. */
  onPlaced: (orderId: number) => void;
}

export function shareRoutes(app: App, deps: ShareDeps): void {
  const { db } = deps.database;
  // A visit that cannot be counted, for example on a full disk, must not prevent reading.
  const logCountError = (error: unknown) =>
    app.http.log.warn({ err: error }, 'visit of a shared quotation not counted');
  const guard = { throttle: deps.throttles.share };

  route(app, shares.list, ({ params, session, now }) => getShares(db, session, params.id, now));
  route(app, shares.create, ({ params, body, session, now, audit }) =>
    createShare(deps, session, params.id, body, now, audit),
  );
  route(app, shares.revoke, async ({ params, body, session, now, audit }) => {
    audit({ orderId: params.id, ids: body.ids });
    return revokeShares(deps, session, params.id, body.ids, now);
  });
  route(
    app,
    shares.open,
    ({ params, now, userAgent, isHead }) =>
      openShare(deps, params.token, now, isHead || isRobot(userAgent) ? 'uncounted' : logCountError),
    guard,
  );
  route(
    app,
    shares.answer,
    async ({ params, body, ip, userAgent, now, audit, setLogActor }) => {
      const client = { ip, userAgent };
      const placedOrderId = await answerShare(deps, params.token, body, { client, now, audit, setLogActor });
      if (placedOrderId !== undefined) deps.onPlaced(placedOrderId);
      return null;
    },
    guard,
  );
  route(
    app,
    shares.pdf,
    async ({ params, now }) => ({
      ...(await readSharedFile(deps, params.token, now)),
      type: 'application/pdf',
    }),
    { ...guard, semaphore: sharedDocuments },
  );
}

const robotNames =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|unfurl|Url2Meta|facebookexternalhit|WhatsApp|curl\/|Wget|python-|Go-http-client|okhttp|Java\//i;

/**
 * Detects clients that are not people: search engines, link previews of messengers, programs, and clients without a User-Agent.
 */
const isRobot = (userAgent: string): boolean => userAgent === '' || robotNames.test(userAgent);
