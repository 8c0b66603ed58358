import { useState } from 'react';
import { resultOrUndefined } from '#providers/http/result.ts';

/** Tracks which kind of work is running. Ignores failures, which the HTTP client shows. */
export function useBusy<Kind extends string>(): {
  busy: Kind | undefined;
  whileBusy: (kind: Kind, work: () => Promise<unknown>) => Promise<void>;
} {
  const [busy, setBusy] = useState<Kind>();
  return {
    busy,
    whileBusy: async (kind, work) => {
      setBusy(kind);
      await resultOrUndefined(work()).finally(() => setBusy(undefined));
    },
  };
}
