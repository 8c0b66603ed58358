import { defaultConfigs } from '#contract/catalogue/default-configs.ts';
import { dictOptions } from '#contract/system/dict-options.ts';
import { orders } from '#contract/orders/orders.ts';
import { authentication } from '#contract/people/authentication.ts';
import { appConfig } from '#contract/system/app-config.ts';
import type { EarlyPlan } from '#providers/http/begin-requests.ts';
import { storedKey } from '#providers/browser-storage.ts';
import { LATER_CATALOGUE } from '#providers/catalogue/catalogue-store.ts';
import { catalogueAddresses } from '#providers/catalogue/catalogue.ts';
import { requestAddress } from '#providers/http/request-address.ts';
import { noFilters, listQuery } from '#storefront/features/orders/history/history-search.ts';

const ID = { id: '__1' };
/** Addresses of the pages for signed-in users, of the login page and of the registration. */
const USERS = '^/(?:$|[?]|mfr|order/|user)';
const QUOTATION = '^/(?:mfr(?:/.*)?)?(?:[?]|$)';

/** The first requests of each page; read at build time, for the script in `index.html`. */
export const earlyRequests: readonly EarlyPlan[] = [
  { at: '^', when: 'always', addresses: [requestAddress(appConfig.read)] },
  { at: USERS, when: 'signed out', addresses: [requestAddress(authentication.captcha)] },
  {
    at: '^(?!/user/register)' + USERS.slice(1),
    when: 'signed out',
    module: 'src/storefront/features/login/login-page.tsx',
  },
  {
    at: '^/user/register',
    when: 'signed out',
    module: 'src/storefront/features/login/register-page.tsx',
  },
  {
    at: USERS,
    when: 'signed in',
    addresses: [requestAddress(authentication.info), requestAddress(authentication.menus)],
  },
  {
    at: QUOTATION,
    when: 'admitted',
    addresses: [
      requestAddress(dictOptions.select, { query: { dictType: 'material_tag' } }),
      requestAddress(defaultConfigs.effective),
    ],
  },
  {
    at: QUOTATION,
    when: 'admitted',
    addresses: catalogueAddresses(),
    later: storedKey(LATER_CATALOGUE),
  },
  {
    at: '^/(?:mfr|order/details)/([1-9][0-9]*)$',
    when: 'admitted',
    addresses: [requestAddress(orders.withExt, { params: ID })],
  },
  {
    at: '^/order/details/',
    when: 'signed in',
    module: 'src/storefront/features/orders/order-details-page.tsx',
  },
  { at: '^/user/(?!login|register)', when: 'signed in', module: 'src/storefront/app/user-area.tsx' },
  // Pages whose requests are not sent early.
  {
    at: '^/(?:user/(?!order|login|register)|order/(?!details)|verify|share)',
    when: 'always',
    module: 'src/providers/http/axios-client.ts',
  },
  {
    at: '^/user/order$',
    when: 'admitted',
    addresses: [requestAddress(orders.list, { query: listQuery(noFilters) })],
  },
];
