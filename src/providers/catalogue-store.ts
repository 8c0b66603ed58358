import type { Material } from '#contract/materials.ts';
import type { ProcessTreeNode } from '#contract/processes.ts';
import type { CncPrice } from '#domain/pricing/types.ts';
import { isObject, readStoredObject, writeStored } from './browser-storage.ts';
import type { KeptList } from './catalogue-pages.ts';

const NAME = 'catalogue';
/** Raised when the record below changes its shape: older records are then dropped. */
const FORMAT = 1;

/** Whose catalogue it is: prices differ by company, shapes by version. */
export interface CatalogueOwner {
  userId: number;
  serverVersion: string;
}

/** The catalogue as it is kept in local storage. */
export interface KeptCatalogue extends CatalogueOwner {
  format: typeof FORMAT;
  /** When it was last brought up to date, in ms since 1970. */
  fetchedAt: number;
  materials: KeptList<Material>;
  tree: KeptList<ProcessTreeNode>;
  /** Yuan per piece by material tag. */
  cncPrice: CncPrice;
}

/** The kept catalogue of this owner, or undefined when there is none, it is broken, or another's. An unknown version is any. */
export function readCatalogue({ userId, serverVersion }: CatalogueOwner): KeptCatalogue | undefined {
  const kept = readStoredObject(NAME);
  if (!kept || !isKept(kept)) return undefined;
  const isOurs = kept.userId === userId && (serverVersion === '' || kept.serverVersion === serverVersion);
  return isOurs ? kept : undefined;
}

/** Keeps a catalogue, or drops what is kept. */
export function writeCatalogue(kept: Omit<KeptCatalogue, 'format'> | null): void {
  writeStored(NAME, kept === null ? null : JSON.stringify({ format: FORMAT, ...kept }));
}

function isKept(value: Record<string, unknown>): value is Record<string, unknown> & KeptCatalogue {
  return (
    value['format'] === FORMAT &&
    Number.isFinite(value['fetchedAt']) &&
    isKeptList(value['materials']) &&
    isKeptList(value['tree']) &&
    isObject(value['cncPrice']) &&
    Object.values(value['cncPrice']).every((price) => typeof price === 'number')
  );
}

function isKeptList(value: unknown): boolean {
  return (
    isObject(value) &&
    Array.isArray(value['list']) &&
    value['list'].every((row) => isObject(row) && typeof row['id'] === 'number') &&
    (value['maxUpdatedAt'] === null || typeof value['maxUpdatedAt'] === 'string')
  );
}
