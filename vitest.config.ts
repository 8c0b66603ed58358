import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { countReporter } from './tests/support/count-reporter.ts';

/** What mocks modules or leaves something in them: in a worker of its own. */
const apart = [
  'src/providers/news.test.tsx',
  'src/storefront/features/quote/{part-isolation,price-draft}.test.{ts,tsx}',
];

const ui = {
  environment: 'jsdom',
  // Typing and choosing by label is slow work in jsdom on a busy machine.
  testTimeout: 60_000,
  setupFiles: ['tests/support/ui-setup.ts'],
  // What is rendered and thrown away is a tenth of the work with the usual room for it.
  execArgv: ['--max-semi-space-size=64'],
  server: { deps: { inline: [/@refinedev/, /react-router/] } },
};

/** Projects: unit (no I/O), server (real PostgreSQL), ui and ui-apart (jsdom), journeys (real browser, real server), bundles (sizes and contents), faults (kills), trust (the bars of docs/trust.md, on a small scale). */
export default defineConfig({
  test: {
    reporters: ['default', countReporter],
    // One more than there are cores: a third of the time a journey waits for its browser, a fault for its server.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          // A worker keeps the modules of one file for the next: nothing here changes them.
          isolate: false,
          testTimeout: 30_000,
          include: [
            'src/{domain,contract,theme,providers}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/house/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...ui,
          name: 'ui',
          // A worker keeps antd and the like for the next file.
          isolate: false,
          include: ['src/{storefront,admin,providers}/**/*.test.tsx', 'src/{storefront,admin}/**/*.test.ts'],
          exclude: apart,
        },
      },
      { test: { ...ui, name: 'ui-apart', include: apart } },
      {
        test: {
          name: 'server',
          isolate: false,
          include: ['src/server/**/*.test.ts', 'tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'journeys',
          isolate: false,
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts', 'tests/support/build-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // As long as the browser waits for what a page shall show.
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'bundles',
          include: ['tests/bundles/**/*.test.ts'],
          globalSetup: ['tests/support/build-setup.ts'],
        },
      },
      {
        test: {
          name: 'trust',
          isolate: false,
          include: ['tests/trust/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts', 'tests/support/build-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'faults',
          isolate: false,
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/build-setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
