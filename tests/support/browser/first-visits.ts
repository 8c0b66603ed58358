import type { EarlyPlan } from '#providers/http/begin-requests.ts';
import { TOKEN_KEY, USER_KEY } from '#providers/session/session-store.ts';
import { earlyRequests } from '#storefront/app/early-requests.ts';
import type { UserInfo } from '#contract/people/authentication.ts';
import type { Journey, JourneyPage } from './journey.ts';

/** What the browser of a visitor holds, and the statuses that the page will provoke. */
interface Visitor {
  token?: string;
  user?: UserInfo;
  expectedStatuses?: number[];
}

export interface Visit extends JourneyPage {
  /** Addresses of the requests so far, in order. */
  asked: string[];
  /** Those of them that the script in the HTML sent: the client of the pages does not use `fetch`. */
  begun: string[];
}

/** What the browser of a returning user holds beside the token. */
export async function userOf({ app }: Journey, token: string): Promise<UserInfo> {
  const { data } = await app.send('GET', '/getinfo', { token });
  return data;
}

/** A page in a new browser that holds this, and records its requests. */
export async function openVisit(
  journey: Journey,
  { token, user, expectedStatuses }: Visitor,
): Promise<Visit> {
  const opened = await journey.open({ expectedStatuses: expectedStatuses ?? [] });
  const stored: [key: string, text: string][] = [];
  if (user !== undefined) stored.push([USER_KEY, JSON.stringify(user)]);
  if (token !== undefined) stored.push([TOKEN_KEY, token]);
  await opened.page.addInitScript((entries) => {
    for (const [key, text] of entries) localStorage.setItem(key, text);
  }, stored);
  const asked: string[] = [];
  const begun: string[] = [];
  opened.page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    // The unread count is requested again when the notification stream opens.
    if (!pathname.startsWith('/api/') || pathname.includes('/notification')) return;
    asked.push(pathname + search);
    if (request.resourceType() === 'fetch') begun.push(pathname + search);
  });
  return { ...opened, asked, begun };
}

/** The requests of the script in the HTML at an address. */
export const early = (
  address: string,
  session: 'signed in' | 'signed out' = 'signed in',
  plans: readonly EarlyPlan[] = earlyRequests,
): string[] =>
  plans.flatMap(({ at, when, addresses = [] }) => {
    const isMet = when === 'always' || when === session || (when === 'admitted' && session === 'signed in');
    const found = isMet ? new RegExp(at).exec(address) : null;
    return found ? addresses.map((template) => template.replace('__1', found[1] ?? '')) : [];
  });
