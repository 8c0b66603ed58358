import { useState } from 'react';
import { resultOrUndefined } from '#providers/http/result.ts';

/** Marks running work by its kind. Failures that the HTTP client has shown are ignored. */
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
