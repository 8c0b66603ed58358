import { DEFAULT_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { authentication } from '#contract/people/authentication.ts';
import { listViews } from '#contract/system/list-views.ts';
import { appConfig } from '#contract/system/app-config.ts';
import { today } from '#contract/system/today.ts';
import type { EarlyPlan } from '#providers/http/begin-requests.ts';
import { requestAddress } from '#providers/http/request-address.ts';
import type { Resource } from '../resource-kit/define-resource.ts';
import { resources } from '../resources/index.ts';

/** The first page of a list without filters, and the user's views of lists. */
const listPlan = ({ path, endpoints }: Resource): EarlyPlan => ({
  at: `^${path}$`,
  when: 'admitted',
  permission: endpoints.list.permission,
  addresses: [
    requestAddress(endpoints.list, { query: { pageIndex: 1, pageSize: DEFAULT_PAGE_SIZE } }),
    requestAddress(listViews.read),
  ],
});

/** The first requests of each page. The build writes them into the script of `admin.html`. */
export const earlyRequests: readonly EarlyPlan[] = [
  { at: '^', when: 'always', addresses: [requestAddress(appConfig.read)] },
  { at: '^', when: 'always', module: 'src/providers/http/axios-client.ts' },
  // Without a session every address leads to the login page.
  { at: '^', when: 'signed out', addresses: [requestAddress(authentication.captcha)] },
  {
    at: '^/admin(?!/login)',
    when: 'signed in',
    addresses: [requestAddress(authentication.info), requestAddress(authentication.menus)],
  },
  { at: '^/admin/?(?:\\?|$)', when: 'admitted', addresses: [requestAddress(today.work)] },
  ...resources.filter(({ tree }) => !tree).map(listPlan),
];
