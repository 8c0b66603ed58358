import { expect } from 'vitest';
import type { DeskRequest } from '#contract/orders/quote-desk.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

/** The app with requests at the desk of an engineer. */
export async function startDesk() {
  const app = await createTestApp();
  const item = { ...buildItem(await readCatalogue(app)), name: '支架' };
  const customer = await addPerson(app, { roleKey: 'customer' });
  const staff = {
    permissions: ['mfr:order:list', 'mfr:order:query', 'mfr:quote:price'],
    isStaff: true,
    dataScope: '1',
  } as const;
  const engineer = await addPerson(app, staff);
  const colleague = await addPerson(app, staff);

  async function request(items = [item]): Promise<number> {
    const answer = await place(
      app,
      customer,
      await buildOrder(app, customer, items, { status: 'requested' }),
    );
    expect(answer.status, answer.msg).toBe(200);
    return Number(answer.data);
  }

  const get = (path: string, who: Person = engineer) => app.send('GET', path, { token: who.token });
  const listOf = async (query = '', who: Person = engineer): Promise<DeskRequest[]> =>
    ((await get(`/quote-desk?pageSize=1000${query}`, who)).data as { list: DeskRequest[] }).list;
  const own = (id: number, seenOwnerId: number | null, owner = 'me', who: Person = engineer) =>
    app.send('PUT', `/quote-desk/${id}/owner`, { token: who.token, body: { owner, seenOwnerId } });

  const waysOf = (id: number, lineNo: number, body: object, { token }: Person = engineer) =>
    app.send('POST', `/quote-desk/${id}/ways/${lineNo}`, { token, body });
  return { app, item, customer, engineer, colleague, request, get, listOf, own, waysOf };
}
