import { eq } from 'drizzle-orm';
import { endpoints, listEndpoints } from '#contract/endpoints.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { Part } from '#contract/orders/parts.ts';
import type { PriceVersion } from '#contract/prices/price-versions.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { produce } from '../data/actuals.ts';
import type { Api } from './api.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { modelBodies, modelFiles } from '#server/db/schema.ts';
import { replayDraft } from '#server/modules/replay/replay-draft.ts';
import { endReplay, insertReplay } from '#server/modules/replay/replays.queries.ts';
import { png, upload } from '../data/files.ts';
import { inputSchema, sample } from './json-schema.ts';
import { boxMeasures, boxStl, uploadedModel } from '../models/models.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '../data/quotations.ts';
import { testPasswords } from './test-database.ts';

/** A call that would succeed: the endpoint with its path parameters, query and body. */
export interface ValidCall {
  name: string;
  endpoint: Endpoint;
  url: string;
  query: Record<string, string>;
  body: unknown;
}

/** A red PNG of one pixel. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGM4ISDwHwAEdAHo6JVuigAAAABJRU5ErkJggg==';

interface Fill {
  /** Values of path parameters. */
  id?: number | string;
  /** Parameters of the path by name, before `id`. */
  params?: Record<string, number | string>;
  query?: Record<string, string>;
  body?: unknown;
}

/**
 * Every endpoint of the contract with an input that its schema accepts: the ones below, which succeed, and for any
 * other endpoint a sample of its schemas, so that none goes untested.
 */
export async function validCalls(app: Api): Promise<ValidCall[]> {
  const catalogue = await readCatalogue(app);
  const item = { ...buildItem(catalogue), name: '支架', remark: '去毛刺' };
  const who = { as: 'demo' };
  const order = await buildOrder(app, who, [item], {
    contactName: '张工',
    contactPhone: '021-1234',
    address: '上海',
    remark: '急',
  });
  const { id: modelId } = await uploadedModel(app, '支架.stl', boxStl([120, 80, 20]));
  await setMeasured(app, modelId);
  const model = { id: modelId, ...boxMeasures([120, 80, 20]) };
  const placed = await place(app, who, { ...order, items: [{ ...item, model }] });
  const quoted = Number((await place(app, who, { ...order, status: 'quoted' })).data);
  const requested = Number((await place(app, who, { ...order, status: 'requested' })).data);
  const shared = await app.send('POST', `/order/${quoted}/share`, { ...who, body: { days: 7 } });
  const { id: shareId, token: shareToken } = shared.data as { id: number; token: string };
  const producedId = Number((await place(app, who, order)).data);
  await produce(app, producedId);
  const produced = (await app.send('GET', `/order/${producedId}/withExt`, who)).data as OrderWithExt;
  const paidOption = produced.items[0]?.processes[0]?.optionId;
  const { status: _status, ...revised } = order;
  const post = { postName: '钳工', postCode: 'fitter', sort: 3, status: 2, remark: '一班' };
  const dictType = { dictName: '班次', dictType: 'shift', status: 2, remark: '早晚' };
  const postId = await created(app, '/post', { ...post, postCode: 'kept' });
  const dictId = await created(app, '/dict/type', { ...dictType, dictType: 'kept' });
  const option = {
    dictType: 'shift',
    dictLabel: '早班',
    dictValue: 'early',
    dictSort: 1,
    status: 2,
    remark: '',
  };
  const dictData = { ...option, listClass: 'green' };
  await created(app, '/dict/type', dictType);
  const dictDataId = await created(app, '/dict/data', { ...dictData, dictValue: 'kept' });
  const orderId = Number(placed.data);
  const [part] = listOf<Part>(await app.send('GET', '/part', who));
  const partId = part?.id ?? 0;
  const { userId: customerId } = (await app.send('GET', '/getinfo', who)).data as { userId: number };
  const customer = { userId: String(customerId) };
  const { id: fileId } = (await upload(app, '图纸.png', png(2, 2))).data as { id: number };
  const issued = await app.send('GET', `/order/${orderId}/document`, { as: 'demo' });
  const { code } = issued.data as { code: string };
  const {
    id: materialId,
    processConfig,
    manualOptions: _manual,
    status: _onSale,
    ...stock
  } = catalogue.materials[0]!;
  const { version: _version, createdAt: _createdAt, updatedAt: _updatedAt, ...material } = stock;
  const [price] = processConfig;
  const { id: optionId, ...before } = price!;
  const cell = { materialId, optionId, before, after: { price: 1.5, time: 2.5 } };
  const draft = { name: '阳极氧化调价', reason: '外协涨价', changes: [{ kind: 'cell', ...cell }] };
  const draftId = await created(app, '/price-draft', draft);
  const goneDraftId = await created(app, '/price-draft', draft);
  const other = catalogue.materials[1]!;
  const { id: otherOption, ...otherBefore } = other.processConfig[0]!;
  const raised = { price: otherBefore.price + 1, time: otherBefore.time };
  const otherCell = {
    kind: 'cell',
    materialId: other.id,
    optionId: otherOption,
    before: otherBefore,
    after: raised,
  };
  const liveId = await created(app, '/price-draft', { ...draft, changes: [otherCell] });
  const mergedId = await created(app, '/price-draft', draft);
  const absorbedId = await created(app, '/price-draft', draft);
  const otherDraftId = await created(app, '/price-draft', draft);
  const scheduledId = await created(app, '/price-draft', draft);
  const droppedId = await created(app, '/price-draft', {
    ...draft,
    changes: [...draft.changes, otherCell],
  });
  const waitingId = await created(app, '/price-draft', draft);
  const publication = { version: 1, confirmJumps: true };
  const publishAt = new Date(Date.now() + 86_400_000).toISOString();
  await app.send('POST', `/price-draft/${waitingId}/schedule`, {
    as: 'admin',
    body: { ...publication, publishAt },
  });
  await app.send('POST', `/price-draft/${liveId}/publish`, { as: 'admin', body: publication });
  const replay = await replayed(app, draftId);
  const goneReplay = await replayed(app, draftId);
  const third = catalogue.materials[2]!;
  const { id: thirdOption, ...thirdBefore } = third.processConfig[0]!;
  const thirdAfter = { price: thirdBefore.price + 1, time: thirdBefore.time };
  const saved = { materialId: third.id, optionId: thirdOption, before: thirdBefore, after: thirdAfter };
  await app.send('PUT', '/price-table', { as: 'admin', body: { cells: [saved], confirmJumps: true } });
  const [{ revision: savedId }] = listOf<PriceVersion>(
    await app.send('GET', '/price-version', { as: 'admin' }),
  ) as [PriceVersion];
  const [version] = listOf<PriceVersion>(await app.send('GET', '/price-version', { as: 'admin' }));
  const versionId = version?.revision ?? 0;
  const stockSize = {
    form: 'plate',
    materialTag: material.materialTag,
    thickness: 27.5,
    width: 1000,
    diameter: null,
    length: 2000,
    sort: 3,
    status: 2,
    remark: '示例',
  };
  const reviewRule = {
    kind: 'pieces',
    pieces: 1234,
    priceDisplay: 'reference',
    sentence: '数量较大',
    sort: 3,
    status: 1,
    remark: '示例',
  };
  const chargeRule = {
    kind: 'setup',
    scope: 'all',
    basis: 'line',
    amount: 12.5,
    sort: 3,
    status: 1,
    remark: '示例',
  };
  const leadClass = {
    name: '特急',
    factor: 0.3,
    percent: 80,
    slots: 2,
    maxEdgeMm: 300.5,
    maxPieces: 20,
    optionIds: [optionId],
    sort: 3,
    status: 1,
    remark: '示例',
  };
  const process = {
    name: '抛丸',
    parentId: 0,
    sort: 1,
    filterType: 1,
    materialIds: [materialId],
    remark: '示例',
  };

  const fills: Record<string, Fill> = {
    'authentication.login': {
      body: { username: 'demo', password: testPasswords.demo, code: 'ab12', uuid: 'x' },
    },
    'secondFactor.login': { body: { ticket: 'A'.repeat(43), code: '123456' } },
    'secondFactor.begin': { body: { password: testPasswords.demo } },
    'secondFactor.confirm': { body: { code: '123456' } },
    'secondFactor.renewCodes': { body: { password: testPasswords.demo, code: '123456' } },
    'secondFactor.remove': { body: { password: testPasswords.demo, code: '123456' } },
    'authentication.setPassword': {
      body: { oldPassword: testPasswords.demo, newPassword: 'another good one 7' },
    },
    'profile.update': {
      body: {
        nickName: '张工',
        phone: '021-1234',
        email: 'zhang@example.com',
        companyTitle: '示例客户公司',
        taxNumber: '91310000MA1K3ABC2D',
        address: '上海市示例路 1 号',
        version: 1,
      },
    },
    'registration.register': {
      body: {
        username: 'visitor',
        password: 'a good long one 7',
        nickName: '访客',
        companyTitle: '示例客户公司',
        phone: '021-1234',
        email: 'visitor@example.com',
        code: 'ab12',
        uuid: 'x',
      },
    },
    'pictures.saveSeal': { body: { image: dot } },
    'pictures.saveAvatar': { body: { image: dot } },
    'settings.uploadPicture': { body: { image: dot } },
    'settings.picture': { id: 'company.seal' },
    // The only company of the first start; its lower ids are the shop's own departments.
    'companies.one': { id: 4 },
    'materials.one': { id: materialId },
    'materials.create': { body: { ...material, remark: '示例' } },
    'materials.update': { id: materialId, body: { ...material, remark: '示例', version: 1 } },
    'materials.setPrices': { id: materialId, body: { processConfig: [price], version: 1 } },
    'processes.one': { id: optionId },
    'processes.create': { body: process },
    'processes.update': { id: optionId, body: { ...process, version: 1 } },
    'stockSizes.create': { body: { ...stockSize, thickness: 26 } },
    'stockSizes.update': { id: 1, body: { ...stockSize, version: 1 } },
    'gateRules.create': { body: reviewRule },
    'gateRules.update': { id: 1, body: { ...reviewRule, version: 1 } },
    'chargeRules.create': { body: chargeRule },
    'chargeRules.update': { id: 1, body: { ...chargeRule, version: 1 } },
    'leadClasses.create': { body: leadClass },
    'leadClasses.update': { id: 1, body: { ...leadClass, version: 1 } },
    'machiningPrices.save': {
      body: { deptId: 0, prices: [{ materialTag: material.materialTag, price: 80, version: 1 }] },
    },
    'priceTable.save': { body: { cells: [cell], confirmJumps: true } },
    'priceDrafts.one': { id: draftId },
    'priceDrafts.create': { body: draft },
    'priceDrafts.publish': {
      id: draftId,
      body: publication,
    },
    'priceDrafts.add': { id: otherDraftId, body: { changes: draft.changes, version: 1 } },
    'priceDrafts.drop': { id: droppedId, body: { keys: [`cell/${other.id}/${otherOption}`], version: 1 } },
    'priceDrafts.merge': {
      id: mergedId,
      body: { other: absorbedId, otherVersion: 1, version: 1, ours: ['cell/1/1'], theirs: ['cell/2/2'] },
    },
    'priceDrafts.schedule': { id: scheduledId, body: { ...publication, publishAt } },
    'priceDrafts.unschedule': { id: waitingId, body: { version: 2 } },
    'priceHistory.ofCell': { query: { materialId: String(materialId), optionId: String(optionId) } },
    'priceHistory.ofRecord': { query: { kind: 'material', recordId: String(materialId) } },
    'priceHistory.ofMachining': { query: { materialTag: material.materialTag } },
    'shadowRuns.start': { body: { draftId, days: 14 } },
    'priceDrafts.rollBack': { id: liveId, body: { version: 2 } },
    'priceDrafts.remove': { id: goneDraftId },
    'priceReplays.one': { id: replay.id },
    'priceReplays.order': { params: replay },
    'priceReplays.export': { id: replay.id },
    'priceReplays.remove': { id: goneReplay.id },
    'costs.save': {
      body: {
        changes: [{ kind: 'machining', materialTag: material.materialTag, before: null, after: 41.5 }],
      },
    },
    'costs.ofOrder': { id: orderId },
    'costs.history': { query: { kind: 'machining', materialTag: material.materialTag } },
    'priceVersions.one': { id: versionId },
    'priceVersions.changes': { id: versionId },
    'priceVersions.rollBack': { id: savedId },
    'priceVersions.ofOrder': { id: orderId },
    'partLibrary.list': { query: { part: '支架', size: '120×60' } },
    'partLibrary.one': { id: partId },
    'partLibrary.history': { id: partId },
    'partLibrary.ofOrder': { id: orderId },
    'actuals.ofOrder': { id: orderId },
    'actuals.save': {
      id: producedId,
      body: {
        lineNo: 1,
        hours: 3.5,
        kg: 1.25,
        fees: [{ optionId: paidOption, amount: 12.5 }],
        note: '首件调试较久',
        version: 0,
      },
    },
    'listViews.save': { params: { list: 'material' } },
    'defaultConfigs.saveOwn': { body: item },
    'defaultConfigs.saveCompany': { body: { item, deptId: 1 } },
    'quotes.quote': { body: { items: [item] } },
    'quotes.repeats': { body: { items: [item] } },
    'quotes.solve': { body: { item, goal: 'saving' } },
    'orders.one': { id: orderId },
    'orders.withExt': { id: orderId },
    'orders.place': { body: order },
    'orders.move': { id: orderId, body: { to: 'cancelled', reason: '不要了', version: 1 } },
    'quoteDesk.one': { id: requested },
    'quoteDesk.setOwner': { id: requested, body: { owner: 'me', seenOwnerId: null } },
    'quoteDesk.similar': { params: { id: requested, lineNo: 1 } },
    'quoteDesk.suggestions': { params: { id: requested, lineNo: 1 }, body: { goal: 'saving' } },
    'revisions.revise': { id: quoted, body: { ...revised, version: 1 } },
    'revisions.one': { params: { id: quoted, revision: 1 } },
    'shares.list': { id: quoted },
    'shares.create': { id: quoted, body: { days: 7, revision: 1 } },
    'shares.revoke': { id: quoted, body: { ids: [shareId] } },
    'shares.open': { id: shareToken },
    'shares.pdf': { id: shareToken },
    'orders.contact': {
      id: orderId,
      body: { contactName: '李工', contactPhone: '13800138000', address: '苏州', version: 1 },
    },
    'orders.addFiles': { id: orderId, body: { lineNo: 1, fileIds: [fileId], revision: 1 } },
    'orderMessages.list': { id: orderId },
    'orderMessages.listAll': { id: orderId },
    'orderMessages.post': { id: orderId, body: { kind: 'note', text: '图纸已更新', lineNo: 1 } },
    'orderMessages.postAsShop': {
      id: orderId,
      body: { kind: 'question', text: '螺纹是 M6 吗？', audience: 'customer', lineNo: 1 },
    },
    'orderMessages.read': { id: orderId, body: { lastId: 1 } },
    'notifications.read': { body: { ids: [1] } },
    'documents.one': { id: orderId },
    'documents.pdf': { id: orderId },
    'documents.verify': { id: code },
    'documents.compare': { id: code },
    'files.download': { id: fileId },
    'files.thumbnail': { id: fileId },
    'models.one': { id: modelId },
    'models.download': { id: modelId },
    'models.thumbnail': { params: { id: modelId, body: 0 } },
    'models.measure': { id: modelId },
    'models.remove': { body: { ids: [modelId] } },
    'models.acknowledge': {
      id: orderId,
      body: { lineNo: 1, measurings: 1, reason: '已核对', version: 1 },
    },
    'earlierParts.ofOrder': { id: orderId },
    'earlierParts.find': {
      body: {
        fingerprints: [
          {
            precision: 'mesh',
            volumeMm3: 192_000,
            areaMm2: 27_200,
            reachMm: 73,
            momentsMm5: [1, 2, 3],
            handedness: 0,
          },
        ],
      },
    },
    'parts.list': { query: { text: '支架', length: '120' } },
    'parts.one': { id: partId, query: customer },
    'parts.history': { id: partId, query: customer },
    'parts.update': { id: partId, body: { code: 'QM-1', revision: 'B', name: '支架', version: 1 } },
    'parts.match': {
      body: {
        fingerprint: {
          precision: 'mesh',
          volumeMm3: 192_000,
          areaMm2: 27_200,
          reachMm: 73,
          momentsMm5: [1, 2, 3],
          handedness: 0,
        },
      },
    },
    'parts.repeat': { body: { ids: [partId] } },
    'files.remove': { body: { ids: [fileId] } },
    'dictTypes.one': { id: dictId },
    'dictTypes.create': { body: { ...dictType, dictType: 'season' } },
    'dictTypes.update': { id: dictId, body: { ...dictType, version: 1 } },
    'dictTypes.remove': { body: { ids: [dictId] } },
    'dictEntries.one': { id: dictDataId },
    'dictEntries.create': { body: dictData },
    'dictEntries.update': { id: dictDataId, body: { ...dictData, version: 1 } },
    'dictEntries.remove': { body: { ids: [dictDataId] } },
    'dictOptions.select': { query: { dictType: 'order_status' } },
    'settings.byKey': { id: 'site.name' },
    'posts.one': { id: postId },
    'posts.create': { body: post },
    'posts.update': { id: postId, body: { ...post, version: 1 } },
    'posts.remove': { body: { ids: [postId] } },
  };
  await fillEmptyTables(app);
  return listEndpoints().map(({ name, endpoint }) => {
    const fill = fills[name] ?? {};
    return {
      name,
      endpoint,
      url: endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) =>
        String(fill.params?.[key] ?? fill.id ?? 1),
      ),
      query:
        fill.query ?? (endpoint.query ? (sample(inputSchema(endpoint.query)) as Record<string, string>) : {}),
      body: fill.body ?? (endpoint.body ? sample(inputSchema(endpoint.body)) : undefined),
    };
  });
}

/** Stores the result of measuring before a running server does. */
export async function setMeasured({ database }: Api, modelId: number): Promise<void> {
  const measured = { status: 'measured', measurings: 1 } as const;
  await database.db.update(modelFiles).set(measured).where(eq(modelFiles.id, modelId));
  const figures = { volumeMm3: 1, areaMm2: 1 };
  const box = { boxMm: [1, 1, 1], stockBoxMm: [1, 1, 1], centreMm: [0, 0, 0] } as const;
  await database.db.insert(modelBodies).values({
    modelId,
    body: 0,
    kind: 'mesh',
    name: '',
    count: 1,
    volumeMm3: 1,
    areaMm2: 1,
    measures: { ...figures, ...box, isStockTilted: false },
    fingerprint: { ...figures, precision: 'mesh', reachMm: 1, momentsMm5: [1, 1, 1], handedness: 0 },
    thumbnail: png(2, 2),
  });
}

/** A finished replay of the draft, and one of the orders whose receipts it stores. */
async function replayed({ database }: Api, draftId: number): Promise<{ id: number; orderId: number }> {
  const now = new Date();
  const filter = {
    // At midnight, an order may belong to the previous day.
    beginDate: dateText(new Date(now.getTime() - 86_400_000)),
    endDate: dateText(now),
    status: 'sold',
    deptId: null,
    username: '',
    materialTag: '',
    processId: null,
  } as const;
  const outcome = await replayDraft(database, { draftId, filter, now }, () => undefined);
  const [orderId] = Object.keys(outcome?.receipts ?? {});
  if (!outcome || orderId === undefined) throw new Error('the draft changes the price of no order');
  const { db } = database;
  const draft = { draftId, draftName: '阳极氧化调价', createdName: '管理员', createBy: 1 };
  const id = await insertReplay(db, { ...draft, filter, createdAt: now });
  await endReplay(db, id, { state: 'done', ...outcome });
  return { id, orderId: Number(orderId) };
}

/** Creates a sample record of each resource that has none, so that its record 1 can be read. */
async function fillEmptyTables(app: Api): Promise<void> {
  for (const { one, create } of Object.values<Record<string, Endpoint | undefined>>(endpoints)) {
    if (!create?.body || one?.path !== `${create.path}/:id`) continue;
    const { status } = await app.send('GET', `${create.path}/1`, { as: 'admin' });
    if (status === 404) await created(app, create.path, sample(inputSchema(create.body)));
  }
}

async function created(app: Api, path: string, body: unknown): Promise<number> {
  const answer = await app.send('POST', path, { as: 'admin', body });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.msg}`);
  return Number(answer.data);
}
