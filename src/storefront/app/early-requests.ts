import { defaultConfigs } from '#contract/default-configs.ts';
import { dictOptions } from '#contract/dictionaries.ts';
import { orders } from '#contract/orders.ts';
import { sessions } from '#contract/sessions.ts';
import { settings } from '#contract/settings.ts';
import type { EarlyPlan } from '#providers/begin-requests.ts';
import { storedKey } from '#providers/browser-storage.ts';
import { LATER_CATALOGUE } from '#providers/catalogue-store.ts';
import { catalogueAddresses } from '#providers/catalogue.ts';
import { requestAddress } from '#providers/request-address.ts';
import { noFilters, listQuery } from '#storefront/features/orders/history-search.ts';

const ID = { id: '__1' };

/** What each page asks first; read at build time, for the script in `index.html`. */
export const earlyRequests: readonly EarlyPlan[] = [
  { at: '^', isPublic: true, addresses: [requestAddress(settings.appConfig)] },
  {
    at: '^/(?:$|[?]|mfr|order/|user)',
    addresses: [requestAddress(sessions.info), requestAddress(sessions.menus)],
  },
  {
    at: '^/(?:mfr(?:/.*)?)?(?:[?]|$)',
    addresses: [
      requestAddress(dictOptions.select, { query: { dictType: 'material_tag' } }),
      requestAddress(defaultConfigs.effective),
    ],
  },
  {
    at: '^/(?:mfr(?:/.*)?)?(?:[?]|$)',
    addresses: catalogueAddresses(),
    later: storedKey(LATER_CATALOGUE),
  },
  {
    at: '^/(?:mfr|order/details)/([1-9][0-9]*)$',
    addresses: [requestAddress(orders.withExt, { params: ID })],
  },
  { at: '^/user/order$', addresses: [requestAddress(orders.list, { query: listQuery(noFilters) })] },
];
