import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SentModel } from '#contract/orders/part-item.ts';
import { ALL_BODIES } from '#domain/models/model-check.ts';
import type { Vector } from '#geometry/model-reading.ts';
import { nodeKernel, partMaker, type PartMaker } from '#geometry/kernel/parts.test-data.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import { confirmOrder, signInOn, startJourney, type Journey } from '#tests/support/browser/journey.ts';
import { dropFiles, type Dropped } from '#tests/support/browser/dropped-files.ts';
import { modelPanel, partField, stlBox } from '#tests/support/browser/model-page.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { createTemporaryDirectory } from '#tests/support/processes/run-server.ts';
import { fitBox, project, standardViews } from '#viewer/view.ts';

const password = 'a long enough password 1';

let journey: Journey;
let passwordHash: string;
let make: PartMaker;
beforeAll(async () => {
  [journey, passwordHash] = await Promise.all([startJourney(), hashPassword(password)]);
  make = partMaker(await nodeKernel().occt());
});
afterAll(() => journey.close());

const plate = (): Dropped => ({
  name: '底板.step',
  text: new TextDecoder().decode(
    make.step(make.cut(make.box([60, 120, 20]), make.cylinder(5, 20, [20, 20, 0]))),
  ),
});

const block = () => stlBox('垫块.stl', [30, 20, 10]);
const drawing: Dropped = {
  name: '底板.pdf',
  text: '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
};

async function openAsCustomer(options: Parameters<Journey['open']>[0]) {
  const person = await addPerson(journey.app, { roleKey: 'customer', user: { passwordHash } });
  const opened = await journey.open(options);
  await opened.page.goto('/');
  await signInOn(opened.page, person.username, password);
  await opened.page.getByRole('region', { name: '零件 1' }).waitFor();
  return opened;
}

test('models are uploaded after reading where the shop enables it, and only once', async () => {
  const timeOf = (configValue: string) =>
    journey.app.send('PUT', '/set-config', {
      as: 'admin',
      body: [{ configKey: 'model.uploadTime', configValue }],
    });
  await timeOf('chosen');
  const { page, faults } = await openAsCustomer({ width: 390, height: 844 });
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /\/(?:uploadFile|model)$/.test(request.url()))
      uploads.push(request.url());
  });
  // The kernel loads while the customer looks for files.
  await Promise.all([
    page.waitForEvent('filechooser'),
    page.waitForResponse((response) => response.url().endsWith('.wasm')),
    page.getByRole('button', { name: /^选择模型或图纸/ }).click(),
  ]);
  await dropFiles(page, [plate(), block()]);
  for (const name of ['底板', '垫块'])
    await modelPanel(page, name)
      .getByText(/^模型已上传/)
      .waitFor();
  expect(uploads).toHaveLength(2);
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('底板');
  await page.reload();
  await modelPanel(page, '底板').getByText('适合铣削').waitFor();
  await page.getByRole('button', { name: '提交订单' }).click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success\?id=\d+$/);
  expect(uploads).toHaveLength(2);
  expect(faults).toEqual([]);
  await page.context().close();
  await timeOf('order');
});

test('a folder of eight models and three drawings becomes a priced quotation without typing a number', async () => {
  const folder = await createTemporaryDirectory('quotemill-folder-');
  const hole = (x: number) => make.cylinder(4, 20, [x, 15, -1]);
  const solids = {
    '01-底板': make.cut(make.box([90, 30, 12]), hole(20), hole(70)),
    '02-立柱': make.box([20, 20, 140]),
    '03-轴': make.fuse(make.cylinder(10, 60), make.cylinder(6, 30, [0, 0, 60])),
    '04-法兰': make.cut(make.cylinder(40, 12), make.cylinder(15, 14, [0, 0, -1])),
    '05-支架': make.fuse(make.box([60, 40, 8]), make.box([60, 8, 40])),
    '06-套筒': make.cut(make.cylinder(20, 50), make.cylinder(14, 52, [0, 0, -1])),
  };
  await Promise.all([
    ...Object.entries(solids).map(([name, solid]) => writeFile(folder.at(`${name}.step`), make.step(solid))),
    writeFile(folder.at('07-压板.brep'), make.brep(make.box([80, 25, 10]))),
    writeFile(folder.at('08-垫块.stl'), block().text),
    ...['01-底板', '03-轴', '04-法兰'].map((name) => writeFile(folder.at(`${name}.pdf`), drawing.text)),
  ]);
  const { page, faults } = await openAsCustomer({ expectedStatuses: [400] });
  await page.getByLabel('选择模型文件夹').setInputFiles(folder.at('.'));
  const names = [...Object.keys(solids), '07-压板', '08-垫块'];
  for (const name of names) await modelPanel(page, name).getByText('取自模型').waitFor();
  for (const name of ['01-底板', '03-轴', '04-法兰'])
    await page.getByRole('region', { name, exact: true }).getByText(`${name}.pdf`).first().waitFor();
  const bill = page.getByRole('complementary', { name: '报价单' });
  await bill.getByText('8 种 8 件').waitFor();
  for (const name of names) await bill.getByRole('button', { name: new RegExp(`^${name}.*¥`) }).waitFor();
  expect(await bill.getByText(/待完善|待报价|无法读取/).count()).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
  await folder.remove();
});

test('an assembly becomes one part per body, and a drawing joins the part of its name', async () => {
  const { page, faults } = await openAsCustomer({ expectedStatuses: [400] });
  const shaft = make.cylinder(8, 90, [0, 0, 0], [1, 0, 0]);
  const assembly = make.together(make.box([50, 40, 10], [0, 0, 50]), shaft);
  const assembled = { name: '组件.step', text: new TextDecoder().decode(make.step(assembly)) };
  await dropFiles(page, [assembled, { ...plate(), name: '底板.stp' }, drawing]);
  await modelPanel(page, '组件').getByText('文件里有 2 种共 2 个实体').waitFor();
  await page.getByRole('region', { name: '底板', exact: true }).getByText('底板.pdf').waitFor();
  await modelPanel(page, '组件').getByRole('button', { name: '每个零件单独报价' }).click();
  const sizes = async () => {
    const lengths = await page.getByLabel('长度', { exact: true }).all();
    return Promise.all(lengths.map((one) => one.inputValue()));
  };
  await expect.poll(sizes).toEqual(expect.arrayContaining(['50', '90', '120']));

  // Another set of the same assembly.
  await dropFiles(page, [assembled]);
  const offer = page.getByRole('status', { name: '相同的模型' });
  await offer.getByText('“组件.step”已分为 2 种零件报价，没有再次加入').waitFor();
  await offer.getByRole('button', { name: '加一套，共 2 件' }).click();
  const quantities = async () => {
    const fields = await page.getByLabel('数量', { exact: true }).all();
    return Promise.all(fields.map((one) => one.inputValue()));
  };
  await expect.poll(quantities).toEqual(['2', '2', '1']);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an assembly ordered as one part has the bounding box of all its bodies', async () => {
  const { page, faults } = await openAsCustomer({});
  const pin = make.cylinder(8, 90);
  const assembly = make.together(pin, make.moved(make.turned(pin, [1, 0, 0], Math.PI / 2), [0, 0, 100]));
  await dropFiles(page, [{ name: '组件.step', text: new TextDecoder().decode(make.step(assembly)) }]);
  await modelPanel(page, '组件').getByText('文件里有 1 种共 2 个实体').waitFor();
  await modelPanel(page, '组件').getByRole('button', { name: '作为一个零件' }).click();
  await modelPanel(page, '组件').getByText('取自模型').waitFor();
  await modelPanel(page, '组件').getByText('不是一体的零件请每个实体单独报价').waitFor();
  const edges = await Promise.all(
    ['长度', '宽度', '高度'].map(async (label) => Number(await partField(page, '组件', label).inputValue())),
  );
  // Along the axes 108 × 98 × 16 mm; askew it may be smaller.
  expect(edges.reduce((product, edge) => product * edge, 1)).toBeLessThanOrEqual(108 * 98 * 16);
  expect(edges[0]).toBeGreaterThan(90);
  await page.getByRole('button', { name: '提交订单' }).click();
  const placing = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/v1/order'),
  );
  await confirmOrder(page);
  const { items } = (await placing).postDataJSON() as { items: { model?: SentModel }[] };
  expect(items[0]?.model?.body).toBe(ALL_BODIES);
  expect(items[0]?.model?.boxMm.map((edge) => Math.round(edge * 100) / 100)).toEqual(edges);
  expect(items[0]?.model?.volumeMm3).toBeCloseTo(2 * Math.PI * 64 * 90, 3);
  await page.waitForURL(/\/order\/success\?id=\d+$/);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a browser without storage works and warns what a reload loses; a second tab shows what was stored', async () => {
  const { page, context, faults } = await openAsCustomer({});
  const storage = await context.newCDPSession(page);
  await storage.send('Storage.overrideQuotaForOrigin', { origin: journey.base, quotaSize: 1 });
  await dropFiles(page, [block()]);
  await modelPanel(page, '垫块').getByText('取自模型').waitFor();
  await modelPanel(page, '垫块').getByText('浏览器没有空间保存这个模型').waitFor();
  expect(await partField(page, '垫块', '长度').inputValue()).toBe('30');
  await storage.send('Storage.overrideQuotaForOrigin', { origin: journey.base });

  await dropFiles(page, [plate()]);
  await modelPanel(page, '底板').getByText('取自模型').waitFor();
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('底板.step');
  const other = await context.newPage();
  await other.goto('/');
  await modelPanel(other, '底板').getByText('取自模型').waitFor();
  await modelPanel(other, '底板').getByText('适合铣削').waitFor();
  await other.close();
  await page.getByRole('button', { name: '提交订单' }).click();
  await confirmOrder(page);
  await page.waitForURL(/\/order\/success\?id=\d+$/);
  expect(faults).toEqual([]);
  await page.context().close();
});

/** A plate with a hole through it and a pocket whose corners are sharp. */
const milled = (): Dropped => ({
  name: '支座.step',
  text: new TextDecoder().decode(
    make.step(
      make.cut(
        make.box([60, 120, 20]),
        make.cylinder(5, 20, [20, 20, 0]),
        make.box([30, 40, 10], [15, 60, 12]),
      ),
    ),
  ),
});

/** Clicks on a point of that plate in the viewer's initial isometric view, once the viewer has stopped moving. */
async function clickOn(page: Page, point: Vector): Promise<void> {
  const canvas = page.locator('canvas');
  const frame = await canvas.boundingBox();
  if (!frame) throw new Error('The viewer has no picture.');
  const { width, height } = frame;
  const view = fitBox(standardViews[0], { low: [0, 0, 0], high: [60, 120, 20] }, width / height);
  const [right, up] = project(view, point);
  await canvas.click({ position: { x: width / 2 + right * height, y: height / 2 - up * height } });
}

/** The picture without its edge, which shows the focus. */
async function pixelsOf(page: Page): Promise<Buffer> {
  const picture = sharp(await page.locator('canvas').screenshot());
  const { width, height } = await picture.metadata();
  return picture
    .extract({ left: 6, top: 6, width: width - 12, height: height - 12 })
    .raw()
    .toBuffer();
}

/** Share of the pixels in the colour of warnings. */
async function warnedShare(page: Page): Promise<number> {
  const { data, info } = await sharp(await page.locator('canvas').screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  let warned = 0;
  for (let i = 0; i < data.length; i += info.channels)
    if (data[i]! > 180 && data[i + 1]! > 70 && data[i + 1]! < 160 && data[i + 2]! < 90) warned += 1;
  return (warned * info.channels) / data.length;
}

/** How many pixels of the colour of material at a cut there are, and how many of another colour between such pixels. */
async function pixelsOfCut(page: Page): Promise<{ inside: number; lines: number }> {
  const { data, info } = await sharp(await page.locator('canvas').screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isInside = (pixel: number) =>
    [124, 184, 148].every((value, channel) => Math.abs(data[pixel * info.channels + channel]! - value) < 8);
  let inside = 0;
  let lines = 0;
  for (let pixel = 3; pixel < info.width * info.height - 3; pixel++) {
    if (isInside(pixel)) inside += 1;
    else if (isInside(pixel - 3) && isInside(pixel + 3)) lines += 1;
  }
  return { inside, lines };
}

/**
 * Reading the picture for a test makes the graphics driver complain; so do a context that the test takes away, and the
 * end of the viewer, which also frees what belonged to that context.
 */
const withoutGraphics = (faults: readonly string[]) =>
  faults.filter(
    (fault) => !/GPU stall due to ReadPixels|CONTEXT_LOST|does not belong to this context/.test(fault),
  );

test('on a phone the picture stays usable with all tools on, in the card and enlarged', async () => {
  const { page, faults } = await openAsCustomer({ width: 390, height: 844, hasTouch: true });
  await dropFiles(page, [milled()]);
  const panel = modelPanel(page, '支座');
  await panel.getByRole('button', { name: '查看三维' }).click();
  const openTools = async (where: Locator) => {
    await where.getByRole('button', { name: '测量' }).click();
    await where.getByRole('button', { name: '剖切' }).click();
    const [picture, ...tools] = await Promise.all([
      where.getByRole('application').boundingBox(),
      where.getByRole('slider', { name: '剖切位置' }).boundingBox(),
      where.getByRole('button', { name: '适应' }).boundingBox(),
      where.getByRole('button', { name: '反向' }).boundingBox(),
    ]);
    expect(picture!.height).toBeGreaterThanOrEqual(240);
    for (const tool of tools) expect(tool!.x + tool!.width).toBeLessThanOrEqual(390);
    return picture!.height;
  };
  await openTools(panel);
  await panel.getByRole('button', { name: '放大' }).click();
  expect(await openTools(page.getByRole('dialog', { name: '支座.step' }))).toBeGreaterThanOrEqual(422);
  expect(withoutGraphics(faults)).toEqual([]);
  await page.context().close();
});

test.each([
  ['desktop', 1440],
  ['phone', 390],
] as const)('a part is turned, cut and measured, and shows its warnings (%s)', async (_name, width) => {
  const { page, faults } = await openAsCustomer({ width, height: 844 });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await dropFiles(page, [milled()]);
  const panel = modelPanel(page, '支座');
  await expect.poll(() => panel.locator('img').getAttribute('src')).toMatch(/^data:image\/webp;base64,/);
  expect(scripts.filter((path) => /model-viewer.*\.js$/.test(path))).toEqual([]);
  await panel.getByRole('button', { name: '查看三维' }).click();
  await page.locator('canvas').waitFor();
  const picture = panel.getByRole('application', { name: '支座.step，120 × 60 × 20 mm，1 个孔' });
  const measured = picture.locator('xpath=following-sibling::p[@role="status"]');

  // The first clicks may come before the picture can be read.
  const pick = async () => {
    await clickOn(page, [16.5, 23.5, 18.5]);
    return measured.textContent({ timeout: 1_000 }).catch(() => '');
  };
  await expect.poll(pick, { timeout: 60_000 }).toBe('通孔 Ø10，深 20 mm');

  await panel.getByRole('button', { name: '测量' }).click();
  for (const corner of [
    [59, 1, 20],
    [59, 119, 20],
  ] as const)
    await clickOn(page, corner);
  await expect.poll(() => measured.textContent()).toBe('距离 120 mm（ΔX 0，ΔY 120，ΔZ 0）');
  await panel.getByRole('button', { name: '测量' }).click();

  const isometric = await pixelsOf(page);
  const differs = async (from: Buffer) => !(await pixelsOf(page)).equals(from);
  await panel.getByRole('button', { name: '上', exact: true }).click();
  await expect.poll(() => differs(isometric)).toBe(true);
  await picture.press('0');
  await expect.poll(() => differs(isometric)).toBe(false);
  await picture.press('ArrowLeft');
  await expect.poll(() => differs(isometric)).toBe(true);
  await picture.press('0');
  await expect.poll(() => differs(isometric)).toBe(false);
  await panel.getByRole('button', { name: '剖切' }).click();
  await expect.poll(() => differs(isometric)).toBe(true);
  // The material hides the hole and the pocket behind the cut.
  await panel.getByRole('slider', { name: '剖切位置' }).fill('0.9');
  await expect
    .poll(() => pixelsOfCut(page))
    .toEqual({ inside: expect.toSatisfy((n: number) => n > 500), lines: 0 });
  await panel.getByRole('button', { name: '剖切' }).click();

  expect(await warnedShare(page)).toBe(0);
  const warning = page.getByRole('button', { name: /内尖角/ });
  await warning.click();
  await expect.poll(() => warnedShare(page)).toBeGreaterThan(0.005);

  // The graphics driver restarts.
  const context = await page
    .locator('canvas')
    .evaluateHandle((canvas: HTMLCanvasElement) =>
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context'),
    );
  await context.evaluate((losing) => losing?.loseContext());
  await panel.getByText('三维显示中断，正在恢复…').waitFor({ state: 'attached' });
  await context.evaluate((losing) => losing?.restoreContext());
  await panel.getByText('三维显示中断，正在恢复…').waitFor({ state: 'detached' });
  await expect.poll(() => warnedShare(page)).toBeGreaterThan(0.005);

  await panel.getByRole('button', { name: '放大' }).click();
  const dialog = page.getByRole('dialog', { name: '支座.step' });
  await dialog.locator('canvas').waitFor();
  await expect.poll(() => warnedShare(page)).toBeGreaterThan(0.005);
  const size = await dialog.boundingBox();
  expect(size?.width === width && size.height === 844).toBe(width === 390);
  await page.keyboard.press('Escape');
  // The button that opened the dialog has the focus again.
  const enlarge = panel.getByRole('button', { name: '放大' });
  await expect.poll(() => enlarge.evaluate((one) => one === document.activeElement)).toBe(true);
  await panel.getByRole('button', { name: '收起三维' }).click();

  await page.getByRole('button', { name: '收起 支座' }).click();
  const card = page.getByRole('region', { name: '支座', exact: true });
  await expect.poll(() => card.locator('img').count()).toBe(1);
  await page.getByRole('button', { name: '表格', exact: true }).click();
  await expect.poll(() => page.getByRole('row', { name: '支座' }).locator('img').count()).toBe(1);
  expect(withoutGraphics(faults)).toEqual([]);
  await page.context().close();
});

test('on a slow network a dropped file is acknowledged at once, and the download of its reader shows its progress', async () => {
  const { page } = await openAsCustomer({});
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const slow = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 200_000 };
  await network.send('Network.emulateNetworkConditions', slow);
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const text = [...document.querySelectorAll('[role=status]')].map((one) => one.textContent).join('|');
      for (const one of text.match(/正在加入“[^”]+”|正在下载读取程序…\d+%/g) ?? [])
        if (!seen.includes(one)) seen.push(one);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await dropFiles(page, [plate()]);
  await page.getByText('正在加入“底板.step”').waitFor();
  await modelPanel(page, '底板')
    .getByText(/正在下载读取程序…[2-9]\d%/)
    .waitFor();
  await network.send('Network.emulateNetworkConditions', { ...slow, downloadThroughput: -1 });
  await modelPanel(page, '底板').getByText('适合铣削').waitFor();
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  expect(seen[0]).toBe('正在加入“底板.step”');
  expect(seen.length).toBeGreaterThan(5);
});
