import type { Notification } from '#contract/system/notifications.ts';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import type { QuotationDocument } from '#contract/orders/documents.ts';
import type { Api, Envelope } from '../app/api.ts';
import { png, upload } from './files.ts';
import { addPerson, type Person } from './people.ts';
import { buildItem, buildOrder, listOf, place, type SeenCatalogue } from './quotations.ts';

/** A customer with one record of each kind that customers own. */
export interface CustomerRecords {
  person: Person;
  deptId: number | null;
  /** A quotation in its second revision, with a file, a shared link and an issued document. */
  quotedId: number;
  /** Its order number. */
  orderNo: string;
  placedId: number;
  /** The body of the placed order. */
  order: PlaceOrder;
  /** A picture attached to the quotation, and an unattached one. */
  fileId: number;
  looseFileId: number;
  share: { id: number; token: string };
  code: string;
  notificationId: number;
}

/** Adds a customer with these records. */
export async function addCustomerWithRecords(
  app: Api,
  catalogue: SeenCatalogue,
  deptId: number | null = null,
): Promise<CustomerRecords> {
  const person = await addPerson(app, { roleKey: 'customer', deptId });
  const who = { token: person.token };
  const uploaded = async () => {
    const answer = expectOk(await upload(app, '图纸.png', png(300, 200), who));
    return (answer.data as { id: number }).id;
  };
  const fileId = await uploaded();
  const item = { ...buildItem(catalogue), fileIds: [fileId] };
  const order = await buildOrder(app, who, [item], { remark: `只给${person.username}` });
  const quotedId = Number(expectOk(await place(app, who, { ...order, status: 'quoted' })).data);
  const { status: _status, ...again } = order;
  expectOk(await app.send('PUT', `/order/${quotedId}`, { ...who, body: { ...again, version: 1 } }));
  const shared = expectOk(await app.send('POST', `/order/${quotedId}/share`, { ...who, body: { days: 7 } }));
  const issued = expectOk(await app.send('GET', `/order/${quotedId}/document`, who));
  const { code, snapshot } = issued.data as QuotationDocument;
  const { fileIds: _fileIds, ...plain } = item;
  const placedId = Number(expectOk(await place(app, who, { ...order, items: [plain] })).data);
  const message = { kind: 'note', audience: 'customer', text: '图纸已收到' };
  expectOk(await app.send('POST', `/order/${placedId}/staff-message`, { as: 'admin', body: message }));
  const notifications = listOf<Notification>(expectOk(await app.send('GET', '/notification', who)));
  return {
    person,
    deptId,
    quotedId,
    orderNo: snapshot.orderNo,
    placedId,
    order: { ...order, items: [plain] },
    fileId,
    looseFileId: await uploaded(),
    share: shared.data,
    code,
    notificationId: notifications[0]!.id,
  };
}

function expectOk(answer: Envelope): Envelope {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.msg}`);
  return answer;
}
