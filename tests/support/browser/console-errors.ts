import { vi } from 'vitest';

/** Accepts the console errors so far, for a test in which React reports an expected error. */
export function allowConsoleErrors(): void {
  vi.mocked(console.error).mockClear();
}
