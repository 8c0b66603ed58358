import type { Material } from '#contract/catalogue/material-list.ts';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import type { CncPrice } from '#domain/pricing/types.ts';
import { isObject, readStoredObject, writeStored } from '../browser-storage.ts';
import type { CachedList } from './cached-list.ts';

const STORAGE_KEY = 'catalogue';
/** Increment when `CachedCatalogue` changes shape; older records are then dropped. */
const FORMAT = 2;

/** Cache key: prices differ by company, the format of records by server version. */
export interface CatalogueOwner {
  userId: number;
  serverVersion: string;
}

export interface CachedCatalogue extends CatalogueOwner {
  format: typeof FORMAT;
  /** Time of the last update, in ms since 1970. */
  fetchedAt: number;
  materials: CachedList<Material>;
  tree: CachedList<ProcessTreeNode>;
  /** Yuan per piece by material tag. */
  cncPrice: CncPrice;
}

/** The owner's cached catalogue; undefined if missing, invalid or another owner's. An unknown server version matches any. */
export function readCatalogue({ userId, serverVersion }: CatalogueOwner): CachedCatalogue | undefined {
  const cached = readStoredObject(STORAGE_KEY);
  if (!cached || !isCachedCatalogue(cached)) return undefined;
  const belongsToOwner =
    cached.userId === userId && (serverVersion === '' || cached.serverVersion === serverVersion);
  return belongsToOwner ? cached : undefined;
}

/** Stores a catalogue; null removes it. */
export function writeCatalogue(cached: Omit<CachedCatalogue, 'format'> | null): void {
  writeStored(STORAGE_KEY, cached === null ? null : JSON.stringify({ format: FORMAT, ...cached }));
}

function isCachedCatalogue(
  value: Record<string, unknown>,
): value is Record<string, unknown> & CachedCatalogue {
  return (
    value['format'] === FORMAT &&
    Number.isFinite(value['fetchedAt']) &&
    isCachedList(value['materials']) &&
    isCachedList(value['tree']) &&
    isObject(value['cncPrice']) &&
    Object.values(value['cncPrice']).every((price) => typeof price === 'number')
  );
}

function isCachedList(value: unknown): boolean {
  return (
    isObject(value) &&
    Array.isArray(value['list']) &&
    value['list'].every((row) => isObject(row) && typeof row['id'] === 'number') &&
    (value['maxUpdatedAt'] === null || typeof value['maxUpdatedAt'] === 'string')
  );
}
