import { expect } from 'vitest';
import type { QuotationDocument } from '#contract/orders/documents.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

/** The app with a customer's order, whose document is issued, and its documents. */
export async function startDocuments() {
  const app = await createTestApp();
  const { token } = await addPerson(app, { roleKey: 'customer' });
  const orderId = await newOrder();
  await documentOf(orderId);

  async function newOrder(status: 'quoted' | 'placed' = 'placed'): Promise<number> {
    const item = { ...buildItem(await readCatalogue(app)), name: '支架', remark: '去毛刺' };
    const order = await buildOrder(app, { token }, [item], {
      contactName: '张工',
      contactPhone: '13800138000',
      address: '上海',
    });
    return Number((await place(app, { token }, { ...order, status })).data);
  }

  async function documentOf(id: number): Promise<QuotationDocument> {
    const answer = await app.send('GET', `/order/${id}/document`, { token });
    expect(answer.status).toBe(200);
    return answer.data;
  }

  async function download(id: number) {
    return app.http.inject({
      url: `/api/v1/order/${id}/quotation.pdf`,
      headers: { authorization: `Bearer ${token}` },
    });
  }

  const compare = (code: string, payload: Buffer) =>
    app.http.inject({
      method: 'POST',
      url: `/api/v1/public/quotation/${code}/file`,
      headers: { 'content-type': 'application/pdf' },
      payload,
    });
  return { app, token, orderId, newOrder, documentOf, download, compare };
}
