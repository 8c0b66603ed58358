import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { authentication } from '#contract/people/authentication.ts';
import { fetchData } from '#providers/http/http.ts';

/** Half the lifetime of a picture; a form that opens later loads a new one. */
const FRESH_MS = 60_000;

/** One picture at a time, since each serves one attempt. A failure waits for the user to retry. */
export const captchaQuery = queryOptions({
  queryKey: ['captcha'],
  queryFn: ({ signal }) => fetchData(authentication.captcha, { signal }),
  staleTime: FRESH_MS,
  retry: false,
  retryOnMount: false,
  // The picture must not change while its code is typed.
  refetchOnReconnect: false,
});

/** The captcha of the sign-in and the registration; `enabled: false` requests none yet. */
export function useCaptcha({ enabled }: { enabled: boolean } = { enabled: true }) {
  const queryClient = useQueryClient();
  const { data, isError, isFetched, refetch } = useQuery({ ...captchaQuery, enabled });
  return {
    picture: data,
    /** The server has answered or failed to: the form can be rendered, and no field appears or disappears afterwards. */
    isKnown: isFetched,
    /** Also after a failure. */
    isEnabled: data?.enabled !== false,
    isFailed: isError,
    renew: () => void refetch(),
    /** After an attempt that closes the form: the next form loads a new picture. */
    markUsed: () =>
      void queryClient.invalidateQueries({ queryKey: captchaQuery.queryKey, refetchType: 'none' }),
  };
}
