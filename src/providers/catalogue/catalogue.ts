import { machiningPrices } from '#contract/catalogue/machining-prices.ts';
import { materialList, type Material } from '#contract/catalogue/material-list.ts';
import { processTree, type ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import type { CncPrice } from '#domain/pricing/types.ts';
import { offeredTree } from '#domain/process-tree/offered.ts';
import { fetchServerVersion } from '../app-config.ts';
import { loadUser } from '../session/auth.ts';
import { updateList } from './cached-list.ts';
import {
  readCatalogue,
  writeCatalogue,
  type CatalogueOwner,
  type CachedCatalogue,
} from './catalogue-store.ts';
import { fetchData } from '../http/http.ts';
import { CallError } from '../http/result.ts';
import { getUser } from '../session/session-store.ts';

/** How long a cached catalogue is used without an update. */
export const FRESH_MS = 600_000;

export interface Catalogue {
  /** Published materials, in display order. */
  materials: readonly Material[];
  /** Processes with the offered options (`offeredTree`), in display order. */
  tree: readonly ProcessTreeNode[];
  /** Machining prices for this user, in yuan per piece by material tag. */
  cncPrice: CncPrice;
  /** Time of the last update, in ms since 1970. */
  fetchedAt: number;
}

const EMPTY: Catalogue = { materials: [], tree: [], cncPrice: {}, fetchedAt: 0 };

/** Shared by concurrent callers. */
let running: Promise<Catalogue> | undefined;

/**
 * Returns the catalogue: the cached one for up to 600 s, then updated incrementally. Empty after the session is
 * lost. Without a connection returns the cached one, however old; the server prices every order anyway.
 * @throws CallError if nothing is cached and the request fails
 */
export function loadCatalogue(): Promise<Catalogue> {
  running ??= runOnce(async () => {
    const owner = findOwner();
    const cached = await findCached(owner);
    return cached && isFresh(cached) ? toCatalogue(cached) : update(owner, cached);
  });
  return running;
}

/**
 * Updates the catalogue now, e.g. after `order.price_changed`; `force` drops the cache and fetches everything.
 * @throws CallError like `loadCatalogue`
 */
export async function refreshCatalogue({ force = false }: { force?: boolean } = {}): Promise<Catalogue> {
  // A running request may have read the prices before they changed.
  if (running) await running.catch(() => undefined);
  running ??= runOnce(async () => {
    if (force) writeCatalogue(null);
    const owner = findOwner();
    return update(owner, await findCached(owner));
  });
  return running;
}

async function runOnce(work: () => Promise<Catalogue>): Promise<Catalogue> {
  try {
    return await work();
  } finally {
    running = undefined;
  }
}

async function findOwner(): Promise<CatalogueOwner> {
  const [version, user] = await Promise.all([fetchServerVersion(), getUser() ?? loadUser()]);
  return { userId: user?.userId ?? 0, serverVersion: version };
}

/** The cached catalogue. If this user has none of any server version, the lists need not wait for the version. */
async function findCached(owner: Promise<CatalogueOwner>): Promise<CachedCatalogue | undefined> {
  const user = getUser();
  if (user && !readCatalogue({ userId: user.userId, serverVersion: '' })) return undefined;
  return readCatalogue(await owner);
}

/** A timestamp in the future means that the clock was set back: not fresh. */
function isFresh({ fetchedAt }: CachedCatalogue): boolean {
  const age = Date.now() - fetchedAt;
  return age >= 0 && age < FRESH_MS;
}

async function update(
  owner: Promise<CatalogueOwner>,
  cached: CachedCatalogue | undefined,
): Promise<Catalogue> {
  try {
    const fetchedAt = Date.now();
    const [resolvedOwner, materials, tree, prices] = await Promise.all([
      owner,
      updateList(cached?.materials, (query) => fetchData(materialList, { query })),
      updateList(cached?.tree, (query) => fetchData(processTree, { query })),
      fetchData(machiningPrices.list),
    ]);
    const cncPrice = Object.fromEntries(prices.map(({ materialTag, price }) => [materialTag, price]));
    const updated = { ...resolvedOwner, fetchedAt, materials, tree, cncPrice };
    writeCatalogue(updated);
    return toCatalogue(updated);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === 401) return EMPTY;
    const isUnreachable = error.error === 'network' || error.error === 'timeout';
    if (cached && isUnreachable) return toCatalogue(cached);
    throw error;
  }
}

function toCatalogue({ materials, tree, cncPrice, fetchedAt }: Omit<CachedCatalogue, 'format'>): Catalogue {
  // Users who edit materials also receive drafts, which cannot be ordered.
  const published = materials.list.filter(({ status }) => status !== 'draft');
  return { materials: published, tree: offeredTree(tree.list, published), cncPrice, fetchedAt };
}
