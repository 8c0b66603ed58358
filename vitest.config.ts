import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { refineAliases } from './scripts/vite-refine.ts';
import { countReporter } from './tests/support/count-reporter.ts';

/** Tests that mock modules or leave state in them run in separate workers. */
const apart = [
  'src/providers/notification-stream.test.tsx',
  'src/storefront/features/quote/{parts/part-isolation,draft/price-draft}.test.{ts,tsx}',
  'src/storefront/features/quote/models/{place-files,readings,ordered-models}.test.{ts,tsx}',
  'src/storefront/features/quote/edit/edit-models.test.tsx',
];

/** Tests without components that use the page's storage or events. */
const onPage = [
  'src/storefront/app/stray-files.test.ts',
  'src/storefront/features/quote/draft/draft-{saver,storage}.test.ts',
];

const ui = {
  alias: refineAliases,
  environment: 'jsdom',
  // Typing and queries by label are slow in jsdom on a busy machine.
  testTimeout: 120_000,
  setupFiles: ['tests/support/ui-setup.ts'],
  // A larger young generation removes a tenth of the work: most rendered objects are short-lived.
  execArgv: ['--max-semi-space-size=64'],
  server: { deps: { inline: [/@refinedev/, /react-router/] } },
};

/**
 * Projects that measure waits of real servers: after all others and with fewer workers, because a server that gets no
 * processor for seconds misses its own time-outs.
 */
const timed = { sequence: { groupOrder: 1 }, maxWorkers: availableParallelism() };

/** Projects: unit (no I/O), server (real PostgreSQL), ui and ui-apart (jsdom), journeys (real browser, real server), bundles (sizes and contents), faults (kills), bench (each part of the benchmarks on a small scale), trust (the bars of docs/trust.md, on a small scale). */
export default defineConfig({
  test: {
    reporters: ['default', countReporter],
    // One more than cores: each journey, fault and bar has a server, and most a browser, beside its worker.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          // Workers keep modules between files, because no test here changes them.
          isolate: false,
          testTimeout: 30_000,
          include: [
            'src/{domain,geometry,contract,theme,providers,viewer,storefront,admin}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/house/**/*.test.ts',
          ],
          exclude: [...apart, ...onPage],
          alias: refineAliases,
          server: ui.server,
        },
      },
      {
        test: {
          ...ui,
          name: 'ui',
          // Workers keep antd and other packages for the next file.
          isolate: false,
          include: ['src/{storefront,admin,providers,viewer}/**/*.test.tsx', ...onPage],
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
          // The first file migrates and seeds the template, which takes minutes on a busy machine.
          hookTimeout: 240_000,
          // There, a job or a transaction may take seconds.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'journeys',
          isolate: false,
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts', 'tests/support/build-setup.ts'],
          // Machines differ by a factor of four in speed.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // The same as the browser's default timeout.
          expect: { poll: { timeout: 60_000 } },
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
          ...timed,
          name: 'bench',
          include: ['bench/**/*.test.ts'],
          globalSetup: ['tests/support/build-setup.ts'],
          env: { BENCH_SCALE: 'short' },
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...timed,
          name: 'trust',
          isolate: false,
          include: ['tests/trust/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts', 'tests/support/build-setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...timed,
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
