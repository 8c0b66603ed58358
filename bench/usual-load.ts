import type { ApiClient } from '../tests/support/app/api-client.ts';
import type { LoadOperation } from '../tests/support/load/open-load.ts';

/** Lists of the back office, and prices while customers type: 20 requests a second. */
export async function usualLoad(admin: ApiClient, demo: ApiClient): Promise<LoadOperation[]> {
  const { items } = await demo.composeOrder(1);
  const json = { 'content-type': 'application/json' };
  return [
    { name: 'list', perSecond: 10, next: () => ({ method: 'GET', path: '/order', token: admin.token }) },
    {
      name: 'quote',
      perSecond: 10,
      next: () => ({
        method: 'POST',
        path: '/quote',
        token: demo.token,
        headers: json,
        body: JSON.stringify({ items }),
      }),
    },
  ];
}
