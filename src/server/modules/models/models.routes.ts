import { models } from '#contract/files/models.ts';
import { route, type App } from '#server/http/route.ts';
import {
  getModel,
  measureAgain,
  openModel,
  openModelThumbnail,
  removeModels,
  uploadModel,
  type ModelDeps,
} from './models.service.ts';
import { presentModel } from './models.queries.ts';

export function modelRoutes(app: App, deps: ModelDeps): void {
  route(app, models.upload, async ({ body, session, now, audit }) => {
    const model = await uploadModel(deps, session, body, now);
    const { id, name, size, format } = model;
    audit({ id, name: [null, name], size: [null, size], format: [null, format] });
    return model;
  });
  route(app, models.one, async ({ params, session }) =>
    presentModel(deps.database.db, await getModel(deps, session, params.id)),
  );
  route(app, models.download, ({ params, session }) => openModel(deps, session, params.id));
  route(app, models.thumbnail, ({ params, session }) => openModelThumbnail(deps, session, params));
  route(app, models.measure, async ({ params, session, audit }) => {
    audit({ id: params.id });
    return measureAgain(deps, session, params.id);
  });
  route(app, models.remove, async ({ body, session, audit }) => {
    const removed = await removeModels(deps, session, body.ids);
    audit({ ids: removed });
    return removed;
  });
}
