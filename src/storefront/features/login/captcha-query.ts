import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { authentication } from '#contract/people/authentication.ts';
import { fetchData } from '#providers/http/http.ts';

/** Half the lifetime of a captcha; a form that opens later loads a new one. */
const FRESH_MS = 60_000;

/** A captcha is valid for one attempt. After an error the user has to retry. */
export const captchaQuery = queryOptions({
  queryKey: ['captcha'],
  queryFn: ({ signal }) => fetchData(authentication.captcha, { signal }),
  staleTime: FRESH_MS,
  retry: false,
  retryOnMount: false,
  // The picture must not change while the user types.
  refetchOnReconnect: false,
});

/** The captcha of login and registration; with `enabled: false` it is not fetched yet. */
export function useCaptcha({ enabled }: { enabled: boolean } = { enabled: true }) {
  const queryClient = useQueryClient();
  const { data, isError, isFetched, refetch } = useQuery({ ...captchaQuery, enabled });
  return {
    challenge: data,
    /** Loaded or failed: the form can be rendered without fields appearing or disappearing later. */
    isReady: isFetched,
    /** True while unknown and after an error. */
    isEnabled: data?.enabled !== false,
    hasFailed: isError,
    renew: () => void refetch(),
    /** After an attempt that closed the form, the next form needs a new captcha. */
    markUsed: () =>
      void queryClient.invalidateQueries({ queryKey: captchaQuery.queryKey, refetchType: 'none' }),
  };
}
