import { useQueryClient } from '@tanstack/react-query';
import { priceDrafts, type PriceDraftDetails } from '#contract/prices/price-drafts.ts';
import type { Result } from '#providers/http/result.ts';
import { useCommand } from '../../../calls/use-command.ts';
import { invalidateCatalogue } from '../../../components/prices/catalogue-queries.ts';
import { DRAFTS } from '../../../components/prices/draft-queries.ts';
import { useJumpConfirmation } from '../../../components/prices/price-jumps.tsx';
import { useBusy } from '../../../components/use-busy.ts';
import { useRollBack } from '../versions/use-roll-back.tsx';
import { VERSIONS } from '../../../components/prices/version-queries.ts';

interface Options {
  /** The number of prices in the draft. */
  count: number;
  /** Fetches the draft again; resolves to false if it no longer exists. */
  refetch: () => Promise<boolean>;
  onApplied: () => void;
  /** Called when the draft no longer exists. */
  onGone: () => void;
}

/** Runs actions on a draft. `question` is the open dialog about price jumps or prices that cannot be rolled back. */
export function useDraftActions(id: number, { count, refetch, onApplied, onGone }: Options) {
  const command = useCommand();
  const queryClient = useQueryClient();
  const { busy, whileBusy } = useBusy<
    'publish' | 'schedule' | 'unschedule' | 'rollBack' | 'drop' | 'remove'
  >();
  const { question, sendConfirmed } = useJumpConfirmation();
  const { question: rollBackQuestion, sendRollBack } = useRollBack(count);
  const params = { id };

  const leaveDraft = async () => {
    onGone();
    await queryClient.invalidateQueries({ queryKey: [DRAFTS, 'list'] });
  };
  /** Returns to the list if another user has deleted the draft. */
  const refreshAfter = async (result: Result<unknown> | undefined) => {
    if (!result) return;
    if (result.ok)
      await Promise.all([DRAFTS, VERSIONS].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
    else if (!(await refetch())) await leaveDraft();
  };
  const refreshAfterPriceChange = async (result: Result<unknown> | undefined) => {
    await refreshAfter(result);
    if (!result?.ok) return;
    await invalidateCatalogue(queryClient);
    onApplied();
  };

  const publish = ({ version, seen }: PriceDraftDetails) =>
    whileBusy('publish', async () =>
      refreshAfterPriceChange(
        await sendConfirmed((flag) =>
          command(priceDrafts.publish, { params, body: { seen, version, ...flag } }),
        ),
      ),
    );
  const schedule = ({ version, seen }: PriceDraftDetails, publishAt: string, onScheduled: () => void) =>
    whileBusy('schedule', async () => {
      const body = { seen, version, publishAt };
      const result = await sendConfirmed((flag) =>
        command(priceDrafts.schedule, { params, body: { ...body, ...flag } }),
      );
      if (result?.ok) onScheduled();
      await refreshAfter(result);
    });
  const unschedule = (version: number) =>
    whileBusy('unschedule', async () =>
      refreshAfter(await command(priceDrafts.unschedule, { params, body: { version } })),
    );
  const rollBack = (version: number) =>
    whileBusy('rollBack', async () =>
      refreshAfterPriceChange(
        await sendRollBack((kept) => command(priceDrafts.rollBack, { params, body: { version, kept } })),
      ),
    );
  const remove = () =>
    whileBusy('remove', async () => {
      const result = await command(priceDrafts.remove, { params });
      await (result.ok ? leaveDraft() : refreshAfter(result));
    });
  /** Drops prices from the draft; `remove` deletes the draft itself. */
  const drop = (keys: readonly string[], version: number) =>
    whileBusy('drop', async () =>
      refreshAfter(await command(priceDrafts.drop, { params, body: { keys: [...keys], version } })),
    );

  return {
    busy,
    question: question ?? rollBackQuestion,
    publish,
    schedule,
    unschedule,
    rollBack,
    remove,
    drop,
  };
}

export type DraftActions = ReturnType<typeof useDraftActions>;
