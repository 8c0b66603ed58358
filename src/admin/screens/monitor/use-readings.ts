import { useCustom } from '@refinedev/core';
import { useState } from 'react';
import { monitor, type ServerStatus } from '#contract/system/monitor.ts';

const PERIOD_MS = 5_000;
/** Five minutes of readings. */
const MOST_READINGS = 60;

/**
 * The last readings, the newest at the end. The page takes one every five seconds; a hidden tab takes none, and takes one at
 * once when it is shown again.
 */
export function useReadings() {
  const [readings, setReadings] = useState<readonly ServerStatus[]>([]);
  const { query } = useCustom<ServerStatus>({
    url: monitor.read.path,
    method: 'get',
    queryOptions: {
      gcTime: 0,
      refetchInterval: PERIOD_MS,
      refetchIntervalInBackground: false,
      refetchOnWindowFocus: 'always',
    },
  });
  const newest = query.data?.data;
  if (newest && newest !== readings.at(-1)) setReadings([...readings, newest].slice(-MOST_READINGS));
  return { readings, error: query.error };
}
