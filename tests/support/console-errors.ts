import { vi } from 'vitest';

/** Accepts the console errors so far, for a test in which React complains rightly. */
export function allowConsoleErrors(): void {
  vi.mocked(console.error).mockClear();
}
