import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { authentication } from '#contract/people/authentication.ts';
import { fetchData } from '#providers/http/http.ts';

/** A form that opens later than this loads a new picture. The server accepts a picture for ten minutes. */
const FRESH_MS = 60_000;

export const captchaQuery = queryOptions({
  queryKey: ['captcha'],
  queryFn: () => fetchData(authentication.captcha),
  staleTime: FRESH_MS,
  retryOnMount: false,
  // The picture must not change while the user types its code.
  refetchOnReconnect: false,
});

export interface CaptchaState {
  /** The request has ended, so no field will be added to the form or removed. */
  isSettled: boolean;
  /** Also true after a failed request. */
  isRequired: boolean;
  id: string;
  /** A data URI; undefined while the picture loads and after a failure. */
  image?: string;
  isLoading: boolean;
  renew: () => void;
  /** Invalidates the picture, so that the next form loads a new one. */
  markUsed: () => void;
}

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
