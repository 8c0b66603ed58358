import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatFen, fenFromYuan } from '#domain/money.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { ProcessSelections } from '#domain/pricing/types.ts';
import { processesFor, processKey } from '#domain/process-tree/process-tree.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { sendJob, startJobQueue, type JobQueue } from '#server/jobs/job-queue.ts';
import { createNotifier } from '#server/modules/notifications/notifications.service.ts';
import { publishDue } from '#server/modules/price-table/publish-due.service.ts';
import { runReplay } from '#server/modules/replay/replay-job.service.ts';
import { updateShadowRuns } from '#server/modules/replay/shadow-run.service.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { backOfficeOf, rollBackDraft, type BackOffice } from '#tests/support/browser/back-office.ts';
import { startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { buildOrder, listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';

let journey: Journey;
let office: BackOffice;
let queue: JobQueue;
const failures: unknown[] = [];
beforeAll(async () => {
  journey = await startJourney();
  office = backOfficeOf(journey);
  queue = await startJobQueue(journey.app.database.pool, (error) => failures.push(error));
  queue.work('replay-prices', (job) => runReplay(journey.app, job));
  const notifier = createNotifier({ hasMail: false, origin: 'https://quote.test' });
  queue.work('publish-prices', (job) => publishDue({ database: journey.app.database, notifier }, job));
  queue.every('shadow-prices', (job) => updateShadowRuns({ database: journey.app.database, notifier }, job));
});
afterAll(async () => {
  await queue.stop();
  await journey.close();
});

/** An anodised part of AL6061-T6 in an order of the demo customer; its number and the price of the option. */
async function orderAnodised() {
  const { materials, tree } = await readCatalogue(journey.app);
  const material = materials.find(({ name }) => name === 'AL6061-T6')!;
  const surface = tree.find(({ name }) => name === '表面处理')!;
  const prices = new Map(material.processConfig.map((entry) => [entry.id, entry]));
  const option = surface.children.find(({ id, name }) => name.includes('阳极氧化') && prices.has(id))!;
  const selections: ProcessSelections = { [processKey(surface.id)]: option.id };
  for (;;) {
    const open = processesFor(tree, material.id, selections).find(({ selected }) => selected === undefined);
    if (!open) break;
    selections[processKey(open.process.id)] = open.options[0]!.id;
  }
  const item = {
    material: material.id,
    num: 40,
    length: 120,
    width: 80,
    height: 20,
    ...selections,
  };
  const body = await buildOrder(journey.app, { as: 'demo' }, [item]);
  const placed = await place(journey.app, { as: 'demo' }, body);
  expect(placed.status, placed.msg).toBe(200);
  const { data } = await office.send('GET', `/order/${Number(placed.data)}`);
  return {
    orderNo: (data as { orderNo: string }).orderNo,
    paid: body.price,
    option: option.id,
    name: option.name,
  };
}

const priceOf = async (option: number) => {
  const { cells } = (await office.send('GET', '/price-table')).data as PriceTable;
  return cells.filter(([, optionId]) => optionId === option).toSorted(([a], [b]) => a - b);
};

test('anodising is raised by 8 percent in a draft, replayed on sold orders, published at midnight and rolled back', async () => {
  const { orderNo, paid, option, name } = await orderAnodised();
  const before = await priceOf(option);
  const raised = before.map(([material, id, price, time]) => [
    material,
    id,
    Math.round(price * 108) / 100,
    time,
  ]);
  const { page, faults, context } = await office.open('/admin/table');
  const title = `${name} 涨价 1`;
  // Only the option, on every material.
  await page
    .getByRole('columnheader', { name: `表面处理 ${name}`, exact: true })
    .getByRole('button')
    .click();
  await page.getByRole('button', { name: '批量调整' }).click();
  const bulk = page.getByRole('dialog', { name: /^批量调整/ });
  await bulk.getByLabel('上调百分比').fill('8');
  await bulk.getByRole('button', { name: /^填入 \d+ 个价格$/ }).click();
  await page.getByRole('button', { name: '存为草稿' }).click();
  const naming = page.getByRole('dialog', { name: /^存为草稿/ });
  await naming.getByLabel('名称').fill(title);
  await naming.getByLabel('名称').press('Enter');
  await naming.waitFor({ state: 'hidden' });
  expect(await priceOf(option)).toEqual(before);

  const open = async () => {
    await page.getByRole('button', { name: '调价草稿' }).click();
    await page.getByRole('dialog').getByRole('button', { name: title }).click();
    return page.getByRole('region', { name: title });
  };
  await open();
  await page.getByRole('button', { name: /^试\s*算$/ }).click();
  await page.getByRole('dialog', { name: '新的试算' }).getByRole('button', { name: '开始试算' }).click();
  const affected = page.getByRole('region', { name: '谁受影响' });
  await affected.waitFor({ timeout: 90_000 });
  await affected.getByText('按订单', { exact: true }).click();
  await affected.getByRole('row').filter({ hasText: orderNo }).getByText(/^\+¥/).waitFor();

  await page.goto(new URL('/admin/table', page.url()).href);
  const draft = await open();
  await draft.getByRole('button', { name: '定时发布' }).click();
  const timing = page.getByRole('dialog', { name: '定时发布' });
  const midnight = `${dayText(dayNumber(new Date()) + 1)} 00:00`;
  expect(await timing.getByLabel('发布时间（北京时间）').inputValue()).toBe(midnight);
  await timing.getByRole('button', { name: /^设\s*定$/ }).click();
  await draft.getByText(`设定 ${midnight} 发布`, { exact: false }).waitFor();
  expect(await priceOf(option)).toEqual(before);
  // Midnight comes.
  const { rowCount } = await journey.app.database.pool.query(
    "update pgboss.job set start_after = now() where name = 'publish-prices' and state = 'created'",
  );
  expect(rowCount).toBe(1);
  await expect.poll(() => priceOf(option), { timeout: 90_000 }).toEqual(raised);
  expect(Number((await orderAnodised()).paid)).toBeGreaterThan(Number(paid));

  await page.reload();
  await open();
  await rollBackDraft(page);
  await expect.poll(() => priceOf(option)).toEqual(before);
  expect((await orderAnodised()).paid).toBe(paid);
  expect(failures).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

/** A draft that raises the price of an option by 8 % on every material. */
async function draftFor(option: number): Promise<void> {
  const { cells } = (await office.send('GET', '/price-table')).data as PriceTable;
  const changes = cells
    .filter(([, optionId, price]) => optionId === option && price > 0)
    .map(([materialId, optionId, price, time]) => ({
      materialId,
      optionId,
      before: { price, time },
      after: { price: Math.round(price * 108) / 100, time },
    }));
  const body = {
    name: '阳极氧化 +8%',
    reason: '外协涨价',
    changes: changes.map((change) => ({ kind: 'cell', ...change })),
  };
  expect((await office.send('POST', '/price-draft', { body })).status).toBe(200);
}

test('a replay of a price draft on sold orders shows which customers pay more, and why', async () => {
  const { orderNo, paid, option, name } = await orderAnodised();
  await draftFor(option);
  const { page, faults, context } = await office.open('/admin/table');
  await page.getByRole('button', { name: '调价草稿' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '阳极氧化 +8%' }).first().click();
  await page.getByRole('button', { name: /^试\s*算$/ }).click();

  const dialog = page.getByRole('dialog', { name: '新的试算' });
  await dialog
    .getByText(/^阳极氧化 \+8%（\d+ 个价格）$/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await expectAccessible(page, 'starting a replay');
  await dialog.getByRole('button', { name: '开始试算' }).click();

  const affected = page.getByRole('region', { name: '谁受影响' });
  await affected.waitFor({ timeout: 90_000 });
  const figure = page.getByRole('region', { name: '零件金额' });
  await figure.getByText(/，\+¥/).waitFor();
  await affected.getByText('按订单', { exact: true }).click();
  const row = affected.getByRole('row').filter({ hasText: orderNo });
  await row
    .getByText(formatFen(fenFromYuan(paid)))
    .first()
    .waitFor();
  await row.getByText(/^\+¥/).waitFor();
  await expectAccessible(page, 'the result of a replay');

  await row.getByRole('button', { name: `查看 ${orderNo} 的价格构成` }).click();
  const receipt = page.getByRole('dialog').getByRole('table');
  await receipt.getByRole('columnheader', { name: '现价' }).waitFor();
  await receipt.getByRole('columnheader', { name: '草稿' }).waitFor();
  const changed = receipt.getByRole('row').filter({ hasText: name });
  await changed.getByText('有变化').waitFor();
  await expectAccessible(page, 'two receipts');
  expect(failures).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

test('a shadow run of a draft is started from its header, reports while it runs and is ended early', async () => {
  const { option } = await orderAnodised();
  await draftFor(option);
  const { page, faults, context } = await office.open('/admin/table');
  await page.getByRole('button', { name: '调价草稿' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '阳极氧化 +8%' }).first().click();
  await page.getByRole('button', { name: '影子运行', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '影子运行' });
  await dialog
    .getByText(/^阳极氧化 \+8%（\d+ 个价格）$/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await dialog.getByLabel('天数（1–60）').fill('30');
  await expectAccessible(page, 'starting a shadow run');
  await dialog.getByRole('button', { name: '开始影子运行' }).click();

  const notice = page.getByRole('region', { name: '影子运行', exact: true });
  await notice.getByRole('heading', { name: '影子运行，剩 30 天' }).waitFor();
  const [{ id } = { id: 0 }] = listOf<{ id: number; state: string }>(
    await office.send('GET', '/price-replay'),
  ).filter(({ state }) => state === 'shadow');
  const { orderNo } = await orderAnodised();
  await sendJob(journey.app.database.db, 'shadow-prices', {}, { key: 'now' });
  const seen = async () => {
    const { data } = await office.send('GET', `/price-replay/${id}`);
    return (data as { total: number }).total;
  };
  await expect.poll(seen, { timeout: 90_000 }).toBe(1);
  await page.reload();
  const affected = page.getByRole('region', { name: '谁受影响' });
  await affected.waitFor();
  await affected.getByText('按订单', { exact: true }).click();
  await affected.getByRole('row').filter({ hasText: orderNo }).getByText(/^\+¥/).waitFor();
  await notice.getByText('这些数字怎么来，看不到什么').click();
  await notice.getByText(/只看了价格、没有提交询价或订单的/).waitFor();
  await expectAccessible(page, 'a shadow run with its report');

  await page.getByRole('button', { name: '返回列表' }).click();
  const row = page.getByRole('region', { name: '试算记录' }).getByRole('button').first();
  await row.getByText('影子运行中').waitFor();
  await row.getByText(/剩 30 天，已看到 1 单/).waitFor();
  await expectAccessible(page, 'the list with a shadow run');
  await row.click();
  await page.getByRole('button', { name: '提前结束' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^结\s*束$/ })
    .click();
  await notice.getByText(/提前结束。期间已看到 1 份/).waitFor({ timeout: 90_000 });
  await page.getByText('已完成').waitFor();
  expect(failures).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

test('the prices of an earlier version are replayed on sold orders', async () => {
  const { option } = await orderAnodised();
  const publish = async () => {
    await draftFor(option);
    const [draft] = listOf<{ id: number }>(await office.send('GET', '/price-draft'));
    const body = { version: 1, confirmJumps: true };
    const published = await office.send('POST', `/price-draft/${draft!.id}/publish`, { body });
    expect(published.status, published.msg).toBe(200);
  };
  await publish();
  const { orderNo } = await orderAnodised();
  await publish();
  const versions = listOf<{ revision: number }>(await office.send('GET', '/price-version'));
  const { page, faults, context } = await office.open(`/admin/table?version=${versions[1]!.revision}`);
  await page
    .getByRole('region', { name: /^价目版本 \d+$/ })
    .getByRole('button', { name: /^试\s*算$/ })
    .click();
  const dialog = page.getByRole('dialog', { name: '新的试算' });
  await dialog
    .getByText(/^版本 \d+：/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await expectAccessible(page, 'trying a version');
  await dialog.getByRole('button', { name: '开始试算' }).click();
  const affected = page.getByRole('region', { name: '谁受影响' });
  await affected.waitFor({ timeout: 90_000 });
  await affected.getByText('按订单', { exact: true }).click();
  await affected.getByRole('columnheader', { name: '该版本' }).waitFor();
  await affected
    .getByRole('row')
    .filter({ hasText: orderNo })
    .getByText(/^-¥|^−¥/)
    .waitFor();
  await expectAccessible(page, 'the result for a version');
  expect(failures).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});
