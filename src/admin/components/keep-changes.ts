import type { PriceChange } from '#contract/prices/price-changes.ts';
import { priceDrafts } from '#contract/prices/price-drafts.ts';
import { useCommand } from '../calls/use-command.ts';

/** The draft that changes are added to: an existing or a new one. */
export type DraftTarget = { id: number; version: number } | { name: string; reason: string };

/** Adds changes to the target; resolves to whether that succeeded. */
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
