import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { monitor, type ServerStatus } from '#contract/monitor.ts';
import { fetchData } from '#providers/http.ts';

const PERIOD_MS = 5_000;
/** Five minutes of readings. */
const MOST_READINGS = 60;

const queryKey = ['server-monitor'];

/**
 * The last readings, the newest at the end. A new one is taken every five seconds while the page is shown; a hidden tab
 * asks nothing, and looking at it again asks at once.
 */
export const readingsQuery = (client: QueryClient) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<ServerStatus[]> => {
      const reading = await fetchData(monitor.read, { signal, quiet: true });
      const before = client.getQueryData<ServerStatus[]>(queryKey) ?? [];
      return [...before, reading].slice(-MOST_READINGS);
    },
    gcTime: 0,
    refetchInterval: PERIOD_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });
