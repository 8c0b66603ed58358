import { useState } from 'react';
import { monitor, type ServerStatus } from '#contract/system/monitor.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';

const PERIOD_MS = 5_000;
/** Five minutes of readings. */
const MOST_READINGS = 60;

/**
 * The last readings, the newest at the end. The page takes one every five seconds; a hidden tab takes none, and takes one at
 * once when it is shown again.
 */
export function useReadings() {
  const [readings, setReadings] = useState<readonly ServerStatus[]>([]);
  const { data: newest, error } = useEndpoint(monitor.read, {
    gcTime: 0,
    refetchInterval: PERIOD_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });
  if (newest && newest !== readings.at(-1)) setReadings([...readings, newest].slice(-MOST_READINGS));
  return { readings, error };
}
