import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QuotationDocument } from '#contract/orders/documents.ts';
import { modelBodies } from '#server/db/schema.ts';
import { box, startModelShop, type ModelShop } from '#server/modules/models/model-shop.test-data.ts';
import { canonicalJson } from '#server/system/canonical-json.ts';
import { boxMeasures } from '#tests/support/models/models.ts';
import { blockThumbnail } from '#tests/support/models/thumbnails.ts';

let shop: ModelShop;
let thumbnail: Uint8Array | undefined;
beforeAll(async () => {
  shop = await startModelShop();
  thumbnail = await blockThumbnail(60);
});
afterAll(() => shop.close());

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A quotation of a part whose model is measured, with the thumbnail if given. */
async function quote(picture: Uint8Array | undefined) {
  const { id: modelId } = await shop.upload();
  const { id } = await shop.order({ id: modelId, ...boxMeasures(box) }, {}, 'quoted');
  if (picture) await measure(modelId, picture);
  return { id, modelId };
}

async function measure(modelId: number, picture: Uint8Array | null | undefined): Promise<void> {
  await shop.setMeasured(modelId);
  const change = { thumbnail: picture ? Buffer.from(picture) : null };
  await shop.app.database.db.update(modelBodies).set(change).where(eq(modelBodies.modelId, modelId));
}

const token = () => shop.customer.token;
const documentOf = async (id: number) =>
  (await shop.app.send('GET', `/order/${id}/document`, { token: token() })).data as QuotationDocument;
const download = async (id: number) =>
  (
    await shop.app.http.inject({
      url: `/api/v1/order/${id}/quotation.pdf`,
      headers: { authorization: `Bearer ${token()}` },
    })
  ).rawPayload;
const imagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0;

test('a document has the picture of a measured model, included in its hash and never changed', async () => {
  const { id, modelId } = await quote(thumbnail);
  const issued = await documentOf(id);
  const hash = issued.snapshot.items[0]?.picture ?? '';
  const [type, png = ''] = (issued.pictures[hash] ?? '').split(',');
  expect(type).toBe('data:image/png;base64');
  expect(sha256(Buffer.from(png, 'base64'))).toBe(hash);
  expect(issued.hash).toBe(sha256(canonicalJson(issued.snapshot)));

  await measure(modelId, await blockThumbnail(90));
  expect(await documentOf(id)).toStrictEqual(issued);
  const pdf = await download(id);
  expect(imagesIn(pdf)).toBe(1);
  await measure(modelId, null);
  expect((await download(id)).equals(pdf)).toBe(true);
});

test('a document issued before its model was measured never gets a picture', async () => {
  const { id, modelId } = await quote(undefined);
  const issued = await documentOf(id);
  expect(issued.pictures).toStrictEqual({});
  expect(issued.snapshot.items[0]).not.toHaveProperty('picture');
  await measure(modelId, thumbnail);
  expect(await documentOf(id)).toStrictEqual(issued);
  expect(imagesIn(await download(id))).toBe(0);
});

test('a share link gives access to the issued document, and not to other models or pictures', async () => {
  const { id, modelId } = await quote(thumbnail);
  const issued = await documentOf(id);
  const body = { days: 1 };
  const { data } = await shop.app.send('POST', `/order/${id}/share`, { token: token(), body });
  const { token: link } = data as { token: string };
  const shared = (await shop.app.send('GET', `/public/share/${link}`)).data as QuotationDocument;
  expect(shared.pictures).toStrictEqual(issued.pictures);
  const pdf = await shop.app.http.inject({ url: `/api/v1/public/share/${link}/quotation.pdf` });
  expect(pdf.rawPayload.equals(await download(id))).toBe(true);
  for (const path of [`/model/${modelId}`, `/model/${modelId}/thumbnail/0`])
    expect((await shop.app.send('GET', path)).status).toBe(401);
  const verified = await shop.app.send('GET', `/public/quotation/${issued.code}`);
  expect(JSON.stringify(verified.data)).not.toContain('image/png');
});
