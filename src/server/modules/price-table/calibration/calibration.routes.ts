import { calibration } from '#contract/catalogue/calibration.ts';
import { inSnapshot, type Database } from '#server/db/database.ts';
import { route, type App } from '#server/http/route.ts';
import { tableFile } from '#server/tables/table-file.ts';
import { readTagLabels } from '#server/modules/catalogue/material-tags.ts';
import { reportCalibration } from './calibration-report.service.ts';
import { sheetOfCalibration } from './calibration-sheet.ts';

/** Compares estimated with actual costs. `price-drafts.routes.ts` creates drafts from the proposals. */
export function calibrationRoutes(app: App, database: Database): void {
  route(app, calibration.report, ({ query, session }) =>
    inSnapshot(database, (tx) => reportCalibration(tx, session.grant.scope, query)),
  );
  route(app, calibration.export, ({ query, session }) =>
    inSnapshot(database, async (tx) => {
      const labels = await readTagLabels(tx);
      const report = await reportCalibration(tx, session.grant.scope, query);
      return tableFile(
        '估算与实际',
        query.format,
        sheetOfCalibration(report, (tag) => labels.get(tag) ?? tag),
      );
    }),
  );
}
