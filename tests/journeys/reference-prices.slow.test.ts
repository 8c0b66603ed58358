import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobQueue, type JobQueue } from '#server/jobs/job-queue.ts';
import { createFileStore } from '#server/modules/files/create-file-store.ts';
import { measureModel } from '#server/modules/models/measure-models.service.ts';
import { password, startCustomers, type Customers } from '#tests/support/data/customers.ts';
import { dropFiles } from '#tests/support/browser/dropped-files.ts';
import { confirmOrder, signInOn } from '#tests/support/browser/journey.ts';
import { asciiStl } from '#tests/support/models/mesh-files.ts';
import { boxMesh } from '#tests/support/models/mesh-parts.ts';
import { modelPanel, stlBox } from '#tests/support/browser/model-page.ts';

let customers: Customers;
let queue: JobQueue;
beforeAll(async () => {
  customers = await startCustomers();
  const { database, dataDir } = customers.journey.app;
  const store = createFileStore({ kind: 'disk' }, dataDir);
  queue = await startJobQueue(database.pool, () => {}, { maintenanceS: 1, pollMs: 50 });
  queue.work('measure-model', (job) => measureModel({ database, store, onCrash: () => {} }, job));
});
afterAll(async () => {
  await queue.stop();
  await customers.journey.close();
});

/** A box without its lid: a surface that encloses nothing. */
function openStl(edges: readonly [number, number, number]): string {
  const { points, indices } = boxMesh(edges);
  return asciiStl({ points, indices: indices.slice(6) });
}

test.each([
  ['desk', 1440],
  ['phone', 390],
])(
  'a part that needs review is ordered at a reference price, from the button to the list (%s)',
  async (name, width) => {
    const { username } = await customers.addCustomer();
    const { page, faults } = await customers.journey.open({ width, height: 900 });
    const shot = async (step: string) => {
      if (process.env['SHOTS'])
        await page.screenshot({ path: `${process.env['SHOTS']}/${name}-${step}.png`, fullPage: true });
    };
    await page.goto('/');
    await signInOn(page, username, password);
    await page.getByRole('region', { name: '零件 1' }).waitFor();
    await dropFiles(page, [
      stlBox('垫块.stl', [30, 20, 10]),
      { name: '外壳.stl', text: openStl([60, 40, 30]) },
    ]);
    await modelPanel(page, '外壳').getByText('需人工').waitFor();
    await modelPanel(page, '垫块').getByText('可报价').waitFor();
    const order = page.getByRole('button', { name: '按参考价提交订单' });
    await order.waitFor();
    await page.reload();
    await order.waitFor();
    await shot('quote');
    await order.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('需人工核对：曲面没有封闭，量不出体积').waitFor();
    await dialog.getByText('核对后生效，核对前不承诺发货日').waitFor();
    await shot('confirm');
    expect(await dialog.innerText()).not.toMatch(/预计 \d{4}/);
    await confirmOrder(page);
    await page.waitForURL(/\/order\/success\?id=\d+$/);
    await page.getByText('参考价，核对后生效').waitFor();
    await page.getByText('核对后确定').waitFor();
    await shot('success');
    await page.getByRole('link', { name: '查看订单' }).click();
    await page.getByText('曲面没有封闭，量不出体积，由我们核对').waitFor();
    await page.getByText('核对后确定').waitFor();
    expect(await page.getByText('承诺发货日', { exact: true }).count()).toBe(0);
    await shot('order');
    await page.getByRole('link', { name: '报价单' }).first().click();
    await page.getByText('参考价，核对后生效：曲面没有封闭，量不出体积').waitFor();
    await shot('sheet');
    await page.goto('/user/order');
    await page.getByRole('article').getByText('核对后确定').waitFor();
    await shot('list');
    expect(faults).toEqual([]);
  },
);

test('while a model is being checked, its price is for reference and an order waits', async () => {
  const { username } = await customers.addCustomer();
  const { page, faults } = await customers.journey.open();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/part-holds[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await signInOn(page, username, password);
  await page.getByRole('region', { name: '零件 1' }).waitFor();
  await dropFiles(page, [stlBox('垫块.stl(1)', [30, 20, 10])]);
  const summary = page.getByRole('complementary', { name: '报价单' });
  await summary.getByText('正在核对 1 个零件的模型').waitFor();
  expect(await summary.innerText()).toContain('参考交期');
  expect(await summary.innerText()).not.toMatch(/合计|发货/);
  await page.getByRole('button', { name: '提交订单' }).click();
  await page.getByText('正在核对垫块的模型，完成后自动进入确认。').waitFor();
  release();
  await page.getByRole('dialog').getByText(/预计/).first().waitFor();
  expect(faults).toEqual([]);
});
