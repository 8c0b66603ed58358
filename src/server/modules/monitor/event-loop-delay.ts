import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 50;
const WINDOW_MS = 60_000;

/** Measures how late the timers of this process fire; a read resets the figures after a minute. */
export interface EventLoopDelay {
  /** Milliseconds. */
  read(): { p50: number; p99: number };
  stop(): void;
}

export function watchEventLoop(): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let since = performance.now();
  // The histogram records the whole intervals between samples, so the resolution is subtracted.
  const percentile = (percent: number) =>
    Math.max(0, Math.round((histogram.percentile(percent) / 1e6 - RESOLUTION_MS) * 100) / 100);
  return {
    read() {
      const figures = { p50: percentile(50), p99: percentile(99) };
      if (performance.now() - since > WINDOW_MS) {
        histogram.reset();
        since = performance.now();
      }
      return figures;
    },
    stop: () => void histogram.disable(),
  };
}
