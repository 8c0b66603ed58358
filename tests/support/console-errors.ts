import { vi } from 'vitest';

/** For a test in which React is right to complain: what it wrote so far does not fail the test. */
export function forgiveConsoleErrors(): void {
  vi.mocked(console.error).mockClear();
}
