import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { CalibrationReport } from '#contract/catalogue/calibration.ts';
import type { OrderCost } from '#contract/catalogue/costs.ts';
import { enterActual, enterHourCost, produce } from '#tests/support/data/actuals.ts';
import { enterCosts } from '#tests/support/data/costs.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const HOUR = 80;
export const admin = { as: 'admin' };

interface Sold {
  id: number;
  /** Yuan. */
  machining: number;
  /** kg for all pieces. */
  kg: number;
}
export const ofAll = ({ groups }: CalibrationReport, kind: string) =>
  groups.find((group) => group.kind === kind && group.size === null);

/** The app with costs, a customer who orders and a user who sees the calibration. */
export async function startCalibration() {
  const app = await createTestApp();
  const catalogue = await readCatalogue(app);
  const { deptId } = await addDept(app);
  const buyer = await addPerson(app, { roleKey: 'customer', deptId });
  const viewer = await addPerson(app, { permissions: ['mfr:cost:list'], isStaff: true, dataScope: '1' });
  await enterCosts(app, 50, 20);
  await enterHourCost(app, 'aluminium', HOUR);

  /** An order of aluminium in production, as if it were made on this day. */
  async function order(day: string, who: Person = buyer): Promise<Sold> {
    const items = [{ ...buildItem(catalogue), num: 10 }];
    const contact = { contactName: '张工', contactPhone: '13800138000' };
    const answer = await place(app, who, await buildOrder(app, who, items, contact));
    expect(answer.status, answer.msg).toBe(200);
    const id = Number(answer.data);
    await produce(app, id);
    await app.database.db.execute(
      sql`update orders set created_at = ${`${day}T10:00:00+08:00`}::timestamptz where id = ${id}`,
    );
    const { lines } = (await app.send('GET', `/order/${id}/cost`, admin)).data as OrderCost;
    const [machining, material] = lines[0]!.factors;
    return { id, machining: machining!.amount!, kg: material!.kg! * 10 };
  }
  async function enter({ id, machining, kg }: Sold, share: number, waste = 1): Promise<void> {
    const hours = Math.round((machining * share * 100) / HOUR) / 100;
    const answer = await enterActual(app, id, { hours, kg: Math.round(kg * waste * 1000) / 1000 });
    expect(answer.status, answer.msg).toBe(200);
  }
  const report = async (
    period: string,
    query = '',
    who: { token?: string } = viewer,
  ): Promise<CalibrationReport> => {
    const answer = await app.send('GET', `/calibration?beginDate=${period}-01&endDate=${period}-28${query}`, {
      token: who.token,
    });
    expect(answer.status, answer.msg).toBe(200);
    return answer.data;
  };
  return { app, buyer, viewer, order, enter, report };
}
