/**
 * Takes a screenshot of every page of both sides, at three widths, from the built server with the sample catalogue and a
 * few orders, into the ignored folder shots. Arguments select paths that contain one of them.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '#storefront/app/paths.ts';
import { adminPages } from '#admin/resources/index.ts';
import type { ApiClient } from '../tests/support/app/api-client.ts';
import { waitUntilLoaded } from '../tests/support/browser/until-loaded.ts';
import { root, withPictureShop } from './picture-shop.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const target = join(root, 'shots');
const words = process.argv.slice(2);

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
await withPictureShop(async ({ customer, admin, order, open }) => {
  const { body } = await customer.call('POST', `/order/${order}/share`, { days: 7 });
  const { token } = body['data'] as { token: string };

  const pages: [path: string, client: ApiClient | undefined][] = [
    [paths.login(), undefined],
    [paths.register, undefined],
    [paths.notFound, undefined],
    ['/verify/unknown', undefined],
    [paths.share(token), undefined],
    ...[
      paths.quote,
      paths.quoteOrder(order),
      paths.orderSuccess(order),
      paths.orderDetails(order),
      paths.quotation(order),
      paths.history,
      paths.notifications,
      paths.profile,
      paths.seal,
      paths.editPassword,
    ].map((path): [string, ApiClient] => [path, customer]),
    ['/admin/login', undefined],
    ['/admin', admin],
    ...adminPages.flatMap((page): [string, ApiClient][] => [
      [page.path, admin],
      ...('Content' in page || !page.endpoints.create
        ? []
        : [[`${page.path}/create`, admin] as [string, ApiClient]]),
    ]),
    [`/admin/user/order/${order}`, admin],
  ];
  for (const [path, client] of pages) {
    if (words.length > 0 && !words.some((word) => path.includes(word))) continue;
    for (const size of SIZES) {
      const page = await open(path, client, size);
      await waitUntilLoaded(page);
      const name = `${path.replaceAll(/[^\w]+/g, '-').replace(/^-|-$/g, '') || 'quote'}-${size.width}.png`;
      await writeFile(join(target, name), await page.screenshot());
      await page.context().close();
    }
    console.log(path);
  }
});
