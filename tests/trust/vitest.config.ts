import { defineConfig } from 'vitest/config';
import { countReporter } from '../support/count-reporter.ts';
import { trustReporter } from './report.ts';

/** All bars, one file at a time, so that each measurement has the machine to itself. */
export default defineConfig({
  test: {
    reporters: ['default', countReporter, trustReporter],
    // `.long.ts` files take minutes even on the quick scale.
    include: ['tests/trust/**/*.{test,long}.ts'],
    globalSetup: ['tests/support/postgres-setup.ts', 'tests/support/build-setup.ts'],
    fileParallelism: false,
    // An hour of load with its setup and checks.
    testTimeout: 2 * 3_600_000,
    hookTimeout: 120_000,
  },
});
