import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UploadedFile } from '#contract/files/files.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { processKey } from '#domain/process-tree/process-tree.ts';
import { modelBodies, modelFiles } from '#server/db/schema.ts';
import { samples, upload as sendFile } from '#tests/support/data/files.ts';
import { boxMeasures } from '#tests/support/models/models.ts';
import { readCatalogue } from '#tests/support/data/quotations.ts';
import { box, startModelShop, type ModelShop } from './model-shop.test-data.ts';

let shop: ModelShop;
beforeAll(async () => {
  shop = await startModelShop();
});
afterAll(() => shop.close());

test('findings are sentences in the unit chosen by the customer', async () => {
  const { id: modelId } = await shop.upload();
  await shop.setMeasured(modelId);
  const features = {
    holes: [],
    pockets: [],
    sharpInnerEdges: [{ faces: [], lengthMm: 8 }],
    thinWall: { thicknessMm: 0.05, faces: [] },
    undercutFaces: [],
    setups: 1,
    turnedShare: 0,
    isTurned: false,
  };
  await shop.app.database.db.update(modelBodies).set({ features }).where(eq(modelBodies.modelId, modelId));
  const { id } = await shop.order({ id: modelId, scale: '25.4', volumeMm3: 1, boxMm: [1, 1, 1] });
  expect(await shop.modelOf(id)).toMatchObject({
    bodies: 1,
    unit: null,
    findings: [
      {
        severity: 'hold',
        text: '1524 × 1016 × 203.2 mm 超出机床行程',
        help: '长度减到 1000 mm 以内、宽度减到 500 mm 以内',
      },
      { severity: 'advice', text: '内尖角，铣刀铣不出', help: '加 R0.5 以上的圆角，或在角上加清角孔' },
      { severity: 'fact', text: '适合铣削', help: '' },
    ],
  });
  expect((await shop.modelOf(id)).measured?.areaMm2).toBeCloseTo(6_400 * 25.4 ** 2, 6);
});

test('an incomplete file needs a manual check, whatever the settings', async () => {
  const { db } = shop.app.database;
  const { id: modelId } = await shop.upload();
  await shop.setMeasured(modelId);
  await db
    .update(modelFiles)
    .set({ notes: [{ code: 'missing-entities', count: 2 }] })
    .where(eq(modelFiles.id, modelId));
  const { id } = await shop.order({ id: modelId, ...boxMeasures(box) });
  expect(await shop.modelOf(id)).toMatchObject({
    check: 'equal',
    findings: [
      {
        severity: 'hold',
        text: '文件不完整：2 处引用的内容不在文件里，量出的尺寸和体积可能不对',
        help: '请在设计软件里重新导出，再更换模型',
      },
    ],
  });
  expect(await shop.confirm(id)).toMatchObject({ error: 'order.holds_unseen' });
});

test('threads and narrow tolerances are reported until a drawing is attached', async () => {
  const { id: modelId } = await shop.upload();
  const nodes = (await readCatalogue(shop.app)).tree.flatMap((process) =>
    process.children.map((option) => ({ process, option })),
  );
  const chosen = (process: string, option: string): Partial<QuotationItem> => {
    const found = nodes.find((one) => one.process.name === process && one.option.name.startsWith(option));
    return { [processKey(found!.process.id)]: found!.option.id };
  };
  const withoutWork = { ...chosen('螺纹', '无螺纹'), ...chosen('公差', 'GB/T 1804-f') };
  const narrow = { ...chosen('螺纹', 'M8'), ...chosen('公差', '±0.02') };
  const ordered = async (change: Partial<QuotationItem>) =>
    (await shop.order({ id: modelId, ...boxMeasures(box) }, { ...withoutWork, ...change })).id;
  const findingsOf = async (id: number) => (await shop.modelOf(id)).findings;
  const attach = async (id: number, name: string, content: Buffer) => {
    const { token } = shop.customer;
    const file = (await sendFile(shop.app, name, content, { token })).data as UploadedFile;
    const body = { lineNo: 1, fileIds: [file.id], revision: 1 };
    expect(await shop.app.send('POST', `/order/${id}/file`, { token, body })).toMatchObject({ status: 200 });
  };
  // This holds even for a model that is not measured.
  const finding = {
    severity: 'advice',
    text: '公差 ±0.02 mm、螺纹 M8–M12（≤4 孔）要按图纸加工，这个零件还没有图纸',
    help: '附上标明位置、规格与公差的图纸（PDF、DXF、DWG 或图片）',
  };
  const id = await ordered(narrow);
  expect(await findingsOf(id)).toEqual([finding]);
  await attach(id, '零件.step', samples.step);
  expect(await findingsOf(id)).toEqual([finding]);
  await attach(id, '零件.pdf', samples.pdf);
  expect(await findingsOf(id)).toEqual([]);
  expect(await findingsOf(await ordered({}))).toEqual([]);
});
