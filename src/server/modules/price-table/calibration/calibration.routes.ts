import { calibration } from '#contract/catalogue/calibration.ts';
import type { Database, Db } from '#server/db/database.ts';
import { route, type App } from '#server/http/route.ts';
import { tableFile } from '#server/tables/table-file.ts';
import { tagLabels } from '#server/modules/catalogue/machining-prices.service.ts';
import { reportCalibration } from './calibration-report.service.ts';
import { sheetOfCalibration } from './calibration-sheet.ts';

/** Estimated costs against actual ones; the drafts of prices that follow are made by `price-drafts.routes.ts`. */
export function calibrationRoutes(app: App, { db }: Database): void {
  const inSnapshot = <T>(read: (tx: Db) => Promise<T>) =>
    db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });

  route(app, calibration.report, ({ query, session }) =>
    inSnapshot((tx) => reportCalibration(tx, session.grant.scope, query)),
  );
  route(app, calibration.export, ({ query, session }) =>
    inSnapshot(async (tx) => {
      const labels = await tagLabels(tx);
      const report = await reportCalibration(tx, session.grant.scope, query);
      return tableFile(
        '估算与实际',
        query.format,
        sheetOfCalibration(report, (tag) => labels.get(tag) ?? tag),
      );
    }),
  );
}
