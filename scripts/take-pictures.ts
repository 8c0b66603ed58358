/**
 * Takes the README's pictures from the built server with the sample catalogue, into docs/pictures. The browser renders Chinese with
 * the font of the quotations.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { waitUntilLoaded } from '../tests/support/browser/until-loaded.ts';
import { root, withPictureShop } from './picture-shop.ts';

const SIZE = { width: 1280, height: 800 };
const MAX_BYTES = 60 * 1024;
const target = join(root, 'docs', 'pictures');

await mkdir(target, { recursive: true });
await withPictureShop(async ({ customer, admin, order, open }) => {
  const quotation = await open('/', customer, SIZE);
  const size = { 长度: '120', 宽度: '60', 高度: '20', 数量: '50' };
  for (const [label, text] of Object.entries(size))
    await quotation.getByLabel(label, { exact: true }).fill(text);
  await quotation.getByText('¥2,848.07').first().waitFor();
  await save(quotation, 'quotation');

  const sheet = await open(`/order/quotation/${order}`, customer, {
    ...SIZE,
    height: 960,
  });
  await sheet.getByRole('table').first().waitFor();
  await save(sheet, 'sealed-quotation');

  const list = await open('/admin/user/order', admin, SIZE);
  await list.locator('tbody tr[data-row-key]').first().waitFor();
  await save(list, 'orders');
});

async function save(page: Page, name: string): Promise<void> {
  await waitUntilLoaded(page);
  const picture = await sharp(await page.screenshot())
    .webp({ quality: 80, smartSubsample: true })
    .toBuffer();
  if (picture.length > MAX_BYTES) throw new Error(`${name}.webp has ${picture.length} bytes`);
  await writeFile(join(target, `${name}.webp`), picture);
  console.log(`docs/pictures/${name}.webp ${picture.length} bytes`);
}
