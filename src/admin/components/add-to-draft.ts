import type { PriceChange } from '#contract/prices/price-changes.ts';
import { priceDrafts } from '#contract/prices/price-drafts.ts';
import { useCommand } from '../calls/use-command.ts';

/** An existing draft, or the name of a new one. */
export type DraftTarget = { id: number; version: number } | { name: string; reason: string };

/** Adds price changes to a draft, or creates a draft of them; resolves to true on success. */
export function useAddToDraft() {
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
