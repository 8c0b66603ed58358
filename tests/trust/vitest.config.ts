import { defineConfig } from 'vitest/config';
import { countReporter } from '../support/setup/count-reporter.ts';
import { scale } from '../support/load/scale.ts';
import { trustReporter } from './report.ts';

process.env['TZ'] ??= 'UTC';
// Other random cases in every run. `FC_SEED=… npm run trust` repeats a run.
process.env['FC_SEED'] ??= String(Math.floor(Math.random() * 2 ** 31));
console.log(`FC_SEED=${process.env['FC_SEED']}`);

/** All bars, one file at a time, so that each measurement has the machine to itself. */
export default defineConfig({
  test: {
    // docs/trust.md reports the full scale.
    reporters: ['default', countReporter, ...(scale === 'quick' ? [] : [trustReporter])],
    // `.long.ts` files take minutes even on the quick scale.
    include: [scale === 'quick' ? 'tests/trust/**/*.{test,bar}.ts' : 'tests/trust/**/*.{test,bar,long}.ts'],
    globalSetup: ['tests/support/setup/postgres-setup.ts', 'tests/support/setup/build-setup.ts'],
    setupFiles: ['tests/support/setup/fixed-seeds.ts'],
    fileParallelism: false,
    expect: { poll: { timeout: 60_000 } },
    // An hour of load with its setup and checks.
    testTimeout: 2 * 3_600_000,
    hookTimeout: 120_000,
  },
});
