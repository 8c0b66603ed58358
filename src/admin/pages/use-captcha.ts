import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { authentication } from '#contract/people/authentication.ts';
import { fetchData } from '#providers/http/http.ts';

/** Half the lifetime of a picture; a form that opens later loads another. */
const FRESH_MS = 60_000;

/** One picture at a time, because each is valid for one attempt. */
export const captchaQuery = queryOptions({
  queryKey: ['captcha'],
  queryFn: () => fetchData(authentication.captcha),
  staleTime: FRESH_MS,
  retryOnMount: false,
  // The picture must not change while its code is typed.
  refetchOnReconnect: false,
});

export interface CaptchaState {
  /** The server has answered or failed, so the form can render without its fields changing later. */
  isSettled: boolean;
  /** Does the server require a captcha? True also after a failure. */
  isRequired: boolean;
  id: string;
  /** Data URI of the picture; undefined while it loads and when it could not be loaded. */
  image?: string;
  isLoading: boolean;
  renew: () => void;
  /** Drops the picture after an attempt that closes the form, so that the next form loads another. */
  markUsed: () => void;
}

/** The captcha of the sign-in; `enabled: false` requests none yet. */
export function useCaptcha({ enabled }: { enabled: boolean } = { enabled: true }): CaptchaState {
  const queryClient = useQueryClient();
  const { data, isFetched, isFetching, refetch } = useQuery({ ...captchaQuery, enabled });
  return {
    isSettled: isFetched,
    isRequired: data?.enabled !== false,
    id: data?.id ?? '',
    image: data?.data || undefined,
    isLoading: isFetching,
    renew: () => void refetch(),
    markUsed: () =>
      void queryClient.invalidateQueries({ queryKey: captchaQuery.queryKey, refetchType: 'none' }),
  };
}
