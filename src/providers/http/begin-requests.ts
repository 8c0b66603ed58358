import type { EarlyAnswer } from './early-answers.ts';

/** The early requests of pages at certain addresses. */
export interface EarlyPlan {
  /** Pattern of the page's address: its path and its query. */
  at: string;
  /**
   * Whether the plan applies with a stored session, without one, or both; `admitted` with a stored user whom neither an initial
   * password nor a missing second factor holds back: the server would refuse those.
   */
  when: 'always' | 'signed in' | 'admitted' | 'signed out';
  /** Addresses of the requests; `__1` is the first group of the pattern. */
  addresses?: readonly string[];
  /** The page's module, by path from the package root, where `index.html` does not preload it. The build turns it into `files`. */
  module?: string;
  /** Sent only when the stored user holds this permission code: a refused request would be reported by the browser. */
  permission?: string;
  /** Storage key of `LaterRequests`, which replace the addresses if present. */
  later?: string;
}

/** A plan as written into the page's HTML. */
export interface BuiltPlan extends Omit<EarlyPlan, 'module'> {
  /** Scripts and styles to fetch, by address. */
  files?: readonly string[];
}

/** The requests for the next visit of a page that caches answers in the browser. */
export interface LaterRequests {
  /** No requests before this time, in ms since 1970. */
  from: number;
  addresses: readonly string[];
}

/**
 * Sends the requests of the page's address while its HTML is still parsed, and fetches its code; the HTTP client adopts the
 * answers. The build writes this function into the HTML as text, so it uses nothing outside itself. A failure here only
 * makes the page slower.
 */
export function beginRequests(plans: readonly BuiltPlan[], tokenKey: string, userKey: string): void {
  try {
    const token = localStorage.getItem(tokenKey);
    const user = JSON.parse(localStorage.getItem(userKey) ?? '{}') as {
      buttons?: readonly string[];
      mustChangePassword?: boolean;
      mustSetUpSecondFactor?: boolean;
    };
    const isAdmitted =
      token !== null && user.mustChangePassword === false && user.mustSetUpSecondFactor === false;
    const applies = {
      always: true,
      'signed in': token !== null,
      'signed out': token === null,
      admitted: isAdmitted,
    };
    const mayAsk = (permission?: string) =>
      permission === undefined ||
      user.buttons?.some((code) => code === permission || code === '*:*:*') === true;
    for (const { at, when, addresses = [], files = [], permission, later } of plans) {
      const found = new RegExp(at).exec(location.pathname + location.search);
      if (!found || !applies[when] || !mayAsk(permission)) continue;
      for (const file of files) {
        const isStyle = file.endsWith('.css');
        const link = Object.assign(document.createElement('link'), {
          rel: isStyle ? 'preload' : 'modulepreload',
          as: isStyle ? 'style' : '',
          crossOrigin: '',
          href: file,
        });
        document.head.append(link);
      }
      const text = later === undefined ? null : localStorage.getItem(later);
      const kept = text === null ? undefined : (JSON.parse(text) as LaterRequests);
      if (kept && kept.from > Date.now()) continue;
      for (const template of (kept ?? { addresses }).addresses) {
        const address = template.replace('__1', found[1] ?? '');
        globalThis.quotemillEarly ??= {};
        globalThis.quotemillEarly[address] = {
          token,
          startedAt: performance.now(),
          answer: fetch(address, {
            headers: {
              Accept: 'application/json',
              ...(token !== null && { Authorization: `Bearer ${token}` }),
            },
            signal: AbortSignal.timeout(10_000),
          })
            .then(async (response): Promise<EarlyAnswer> => {
              const { status } = response;
              const headers = Object.fromEntries(response.headers);
              const body = await response.text();
              try {
                return { status, headers, data: JSON.parse(body) as unknown };
              } catch {
                return { status, headers, data: undefined };
              }
            })
            .catch((error: unknown): EarlyAnswer =>
              error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network',
            ),
        };
      }
    }
  } catch {
    // No storage or unexpected content: the page sends the requests itself.
  }
}
