import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { authentication } from '#contract/authentication.ts';
import { fetchData } from '#providers/http.ts';

/** Half the life of a picture; a form that opens later loads another. */
const FRESH_MS = 60_000;

/** One picture at a time, since each serves one attempt. */
export const captchaQuery = queryOptions({
  queryKey: ['captcha'],
  queryFn: () => fetchData(authentication.captcha, { quiet: true }),
  staleTime: FRESH_MS,
  retryOnMount: false,
  // The picture must not change while its code is typed.
  refetchOnReconnect: false,
});

export interface CaptchaState {
  /** The server has answered, or failed to: the form can be drawn, and none of its fields goes or comes. */
  isKnown: boolean;
  /** Also after a failure. */
  isAsked: boolean;
  id: string;
  /** Data URI of the picture; undefined while it loads and when it could not be loaded. */
  image?: string;
  isLoading: boolean;
  renew: () => void;
  /** After an attempt that closes the form: the next form loads another picture. */
  markUsed: () => void;
}

/** The picture of the sign-in; `enabled: false` requests none yet. */
export function useCaptcha({ enabled }: { enabled: boolean } = { enabled: true }): CaptchaState {
  const queryClient = useQueryClient();
  const { data, isFetched, isFetching, refetch } = useQuery({ ...captchaQuery, enabled });
  return {
    isKnown: isFetched,
    isAsked: data?.enabled !== false,
    id: data?.id ?? '',
    image: data?.data || undefined,
    isLoading: isFetching,
    renew: () => void refetch(),
    markUsed: () =>
      void queryClient.invalidateQueries({ queryKey: captchaQuery.queryKey, refetchType: 'none' }),
  };
}
