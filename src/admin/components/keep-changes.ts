import type { PriceChange } from '#contract/prices/price-changes.ts';
import { priceDrafts } from '#contract/prices/price-drafts.ts';
import { useCommand } from '../calls/use-command.ts';

/** Where changes are kept: in a draft that is there, or in a new one. */
export type DraftTarget = { id: number; version: number } | { name: string; reason: string };

/** Keeps changes in the target and resolves with whether that worked. */
export function useKeepChanges() {
  const command = useCommand();
  return async (changes: readonly PriceChange[], target: DraftTarget): Promise<boolean> => {
    const { ok } =
      'id' in target
        ? await command(priceDrafts.add, {
            params: { id: target.id },
            body: { changes: [...changes], version: target.version },
          })
        : await command(priceDrafts.create, { body: { ...target, changes: [...changes] } });
    return ok;
  };
}
