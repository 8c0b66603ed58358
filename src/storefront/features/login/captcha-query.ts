import { useQuery } from '@tanstack/react-query';
import { sessions } from '#contract/sessions.ts';
import { fetchData } from '#providers/http.ts';

/**
 * One picture at a time, since each serves one attempt. `isEnabled` is true until the server says that the captcha is
 * off.
 */
export function useCaptcha() {
  const { data, isError, refetch } = useQuery({
    queryKey: ['captcha'],
    queryFn: ({ signal }) => fetchData(sessions.captcha, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return {
    picture: data,
    isEnabled: data?.enabled !== false,
    isFailed: isError,
    renew: () => void refetch(),
  };
}
