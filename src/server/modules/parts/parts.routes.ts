import { partLibrary } from '#contract/orders/part-library.ts';
import { parts, type Part } from '#contract/orders/parts.ts';
import type { Database } from '#server/db/database.ts';
import { foundOrThrow } from '#server/http/records.ts';
import { route, type App } from '#server/http/route.ts';
import { listLibrary, withOwners } from './part-library.queries.ts';
import { listHistoryOfPart, listParts } from './parts.queries.ts';
import {
  getPart,
  matchParts,
  openLibrary,
  openFullLibrary,
  getPartsToRepeat,
  countRepeatsOfOrder,
  updatePart,
} from './parts.service.ts';

export function partRoutes(app: App, database: Database): void {
  const { db } = database;

  route(app, parts.list, async ({ query, session }) =>
    listParts(db, await openLibrary(database, session, query.userId), query),
  );
  route(app, parts.one, async ({ params, query, session }) =>
    getPart(db, await openLibrary(database, session, query.userId), params.id),
  );
  route(app, parts.history, async ({ params, query, session }) => {
    const library = await openLibrary(database, session, query.userId);
    await getPart(db, library, params.id);
    return listHistoryOfPart(db, library, params.id, query);
  });
  route(app, parts.update, async ({ params, body, session, now, audit }) => {
    const library = await openLibrary(database, session);
    const { userId } = session;
    const { before, after } = await updatePart(database, library, params.id, body, { userId, now });
    audit({
      id: params.id,
      code: [numberOf(before), numberOf(after)],
      name: [before.name, after.name],
    });
    return after;
  });
  route(app, parts.match, async ({ body, session }) =>
    matchParts(db, await openLibrary(database, session), body.fingerprint),
  );
  route(app, parts.repeat, async ({ body, session, now }) =>
    getPartsToRepeat(db, await openLibrary(database, session), session, body.ids, now),
  );

  route(app, partLibrary.list, async ({ query, session }) =>
    listLibrary(db, await openFullLibrary(database, session), query),
  );
  route(app, partLibrary.one, async ({ params, session }) => {
    const part = await getPart(db, await openFullLibrary(database, session), params.id);
    return foundOrThrow((await withOwners(db, [part]))[0]);
  });
  route(app, partLibrary.history, async ({ params, query, session }) => {
    const library = await openFullLibrary(database, session);
    await getPart(db, library, params.id);
    return listHistoryOfPart(db, library, params.id, query);
  });
  route(app, partLibrary.ofOrder, async ({ params, session }) =>
    countRepeatsOfOrder(database, session, params.id),
  );
}

const numberOf = ({ code, revision }: Part): string => [code, revision].filter(Boolean).join(' ');
