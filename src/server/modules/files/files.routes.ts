import { files } from '#contract/files/files.ts';
import { orderNumber, shanghaiDay } from '#domain/orders/order-number.ts';
import { route, type App } from '#server/http/route.ts';
import { readLastOrderSerial } from './files.queries.ts';
import {
  openFile,
  openThumbnail,
  presentUpload,
  removeFiles,
  uploadFile,
  type FileDeps,
} from './files.service.ts';

export function fileRoutes(app: App, deps: FileDeps): void {
  const { db } = deps.database;

  route(app, files.upload, async ({ body, session, now, audit }) => {
    const file = await uploadFile(deps, session, body, now);
    const { id, name, size, type } = file;
    audit({ id, name: [null, name], size: [null, size], type: [null, type] });
    const uploaded = await presentUpload(deps, session, file);
    return { ...uploaded, data: uploaded };
  });
  route(app, files.nextName, async ({ now }) => {
    const day = shanghaiDay(now);
    return `${orderNumber(day, (await readLastOrderSerial(db, day)) + 1)}.pdf`;
  });
  route(app, files.download, ({ params, session }) => openFile(deps, session, params.id));
  route(app, files.thumbnail, ({ params, session }) => openThumbnail(deps, session, params.id));
  route(app, files.remove, async ({ body, session, audit }) => {
    const removed = await removeFiles(deps, session, body.ids);
    audit({ ids: removed });
    return removed;
  });
}
