import { machiningPrices } from '#contract/machining-prices.ts';
import { materials, type Material } from '#contract/materials.ts';
import { processes, type ProcessTreeNode } from '#contract/processes.ts';
import type { CncPrice } from '#domain/pricing/types.ts';
import { serverVersion } from './app-config.ts';
import { currentUser } from './auth.ts';
import { bringUpToDate } from './catalogue-pages.ts';
import { readCatalogue, writeCatalogue, type CatalogueOwner, type KeptCatalogue } from './catalogue-store.ts';
import { fetchData } from './http.ts';
import { CallError } from './result.ts';
import { getUser } from './session-store.ts';

/** A kept catalogue is used as it is for so long. */
export const FRESH_MS = 600_000;

export interface Catalogue {
  /** In display order. */
  materials: readonly Material[];
  /** The processes with their options, in display order. */
  tree: readonly ProcessTreeNode[];
  /** Machining price in yuan per piece by material tag, as it holds for this user. */
  cncPrice: CncPrice;
  /** When it was last brought up to date, in ms since 1970. */
  fetchedAt: number;
}

const EMPTY: Catalogue = { materials: [], tree: [], cncPrice: {}, fetchedAt: 0 };

/** Several parts of a page ask at once; the server is asked once. */
let running: Promise<Catalogue> | undefined;

/**
 * The catalogue: as it is kept in this browser while younger than 600 s, otherwise brought up to date with what changed. Empty after the
 * session is lost. Without a connection the kept one is returned, however old; the server prices again when an order is placed.
 * @throws CallError when nothing is kept and the server can't answer
 */
export function loadCatalogue(): Promise<Catalogue> {
  running ??= once(async () => {
    const owner = await findOwner();
    const kept = readCatalogue(owner);
    return kept && isFresh(kept) ? shown(kept) : update(owner, kept);
  });
  return running;
}

/**
 * Brings the catalogue up to date now, e.g. after `order.price_changed`; `force` drops what is kept and fetches everything.
 * @throws CallError like `loadCatalogue`
 */
export async function refreshCatalogue({ force = false }: { force?: boolean } = {}): Promise<Catalogue> {
  // What is under way may have read the prices before they changed.
  if (running) await running.catch(() => undefined);
  running ??= once(async () => {
    if (force) writeCatalogue(null);
    const owner = await findOwner();
    return update(owner, readCatalogue(owner));
  });
  return running;
}

async function once(work: () => Promise<Catalogue>): Promise<Catalogue> {
  try {
    return await work();
  } finally {
    running = undefined;
  }
}

async function findOwner(): Promise<CatalogueOwner> {
  const [version, user] = await Promise.all([serverVersion(), getUser() ?? currentUser()]);
  return { userId: user?.userId ?? 0, serverVersion: version };
}

/** A time stamp in the future comes from a clock that was put back: of unknown age. */
function isFresh({ fetchedAt }: KeptCatalogue): boolean {
  const age = Date.now() - fetchedAt;
  return age >= 0 && age < FRESH_MS;
}

async function update(owner: CatalogueOwner, kept: KeptCatalogue | undefined): Promise<Catalogue> {
  try {
    const fetchedAt = Date.now();
    const [materialList, tree, prices] = await Promise.all([
      bringUpToDate(kept?.materials, (query) => fetchData(materials.list, { query })),
      bringUpToDate(kept?.tree, (query) => fetchData(processes.tree, { query })),
      fetchData(machiningPrices.list),
    ]);
    const cncPrice = Object.fromEntries(prices.map(({ materialTag, price }) => [materialTag, price]));
    const updated = { ...owner, fetchedAt, materials: materialList, tree, cncPrice };
    writeCatalogue(updated);
    return shown(updated);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === 401) return EMPTY;
    const isNoAnswer = error.error === 'network' || error.error === 'timeout';
    if (kept && isNoAnswer) return shown(kept);
    throw error;
  }
}

function shown({ materials, tree, cncPrice, fetchedAt }: Omit<KeptCatalogue, 'format'>): Catalogue {
  return { materials: materials.list, tree: tree.list, cncPrice, fetchedAt };
}
