import { useQuery } from '@tanstack/react-query';
import { sessions } from '#contract/sessions.ts';
import { fetchData } from '#providers/http.ts';

export interface CaptchaState {
  /** Shown unless the server says that it asks for none. */
  isAsked: boolean;
  id: string;
  /** Data URI of the picture; undefined while it loads and when it could not be loaded. */
  image?: string;
  isLoading: boolean;
  renew: () => void;
}

/** The picture of this visit of the form. */
export function useCaptcha(): CaptchaState {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['captcha'],
    queryFn: () => fetchData(sessions.captcha, { quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
  });
  return {
    isAsked: data?.enabled !== false,
    id: data?.id ?? '',
    image: data?.data || undefined,
    isLoading: isFetching,
    renew: () => void refetch(),
  };
}
