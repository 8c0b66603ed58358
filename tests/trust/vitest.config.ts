import { defineConfig } from 'vitest/config';
import { countReporter } from '../support/count-reporter.ts';
import { trustReporter } from './report.ts';

/** All bars, one file after the other: what is measured has the machine to itself. */
export default defineConfig({
  test: {
    reporters: ['default', countReporter, trustReporter],
    // `.long.ts` is what takes minutes however small.
    include: ['tests/trust/**/*.{test,long}.ts'],
    globalSetup: ['tests/support/postgres-setup.ts', 'tests/support/build-setup.ts'],
    fileParallelism: false,
    // Longer than an hour of load and what comes before and after it.
    testTimeout: 2 * 3_600_000,
    hookTimeout: 120_000,
  },
});
