import { availableParallelism } from 'node:os';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { refineAliases } from '../../../scripts/vite-refine.ts';

/** `gate` is `npm test`, `slow` is `npm run test:slow`; file names decide, see CONTRIBUTING.md. */
type Tier = 'gate' | 'slow';

/** Tests that mock modules or leave state in them run in separate workers. */
const apart = [
  'src/providers/{session/auth,notification-stream}',
  'src/geometry/worker/read-in-worker',
  'src/admin/screens/dashboard/dashboard-screens',
  'src/storefront/features/quote/parts/part-isolation',
  'src/storefront/features/quote/draft/price-draft',
  'src/storefront/features/quote/models/{place-files,readings,ordered-models}',
  'src/storefront/features/quote/edit/edit-models',
];

/** Tests without components that use the page's storage or events. */
const onPage = [
  'src/storefront/app/reject-stray-files',
  'src/storefront/features/quote/draft/storage/draft-{saver,storage}',
];

/** Waits end as soon as their condition holds, so the limit is long enough for slow machines. */
const PATIENCE_MS = 60_000;
/** Machines differ by a factor of four in speed and may be shared. */
const TEST_TIMEOUT_MS = 300_000;

const postgresSetup = 'tests/support/setup/postgres-setup.ts';
const browserSetup = 'tests/support/setup/browser-setup.ts';
const serverSetup = 'tests/support/setup/server-setup.ts';
export const buildSetup = 'tests/support/setup/build-setup.ts';

/**
 * Projects: unit (no I/O), server (real PostgreSQL), ui and ui-apart (jsdom), journeys (real browser, real server),
 * bars (the bars of docs/trust.md that go through the whole contract), bundles (sizes and contents).
 * @param tier the gate has the files `*.test.*`, the slow tier `*.slow.test.*`
 */
export function projectsOf(tier: Tier): TestProjectInlineConfiguration[] {
  const ending = tier === 'slow' ? '.slow.test' : '.test';
  const named = (paths: readonly string[], extension = '{ts,tsx}') =>
    paths.map((path) => `${path}${ending}.${extension}`);
  const notOfTier = tier === 'slow' ? [] : ['**/*.slow.test.{ts,tsx}'];
  const shared = {
    // A worker keeps modules for its next file.
    isolate: false,
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    unstubGlobals: true,
    expect: { poll: { timeout: PATIENCE_MS } },
    setupFiles: ['tests/support/setup/fixed-seeds.ts'],
  };
  const servers = { ...shared, setupFiles: [...shared.setupFiles, 'tests/support/setup/patient-server.ts'] };
  const pages = {
    ...shared,
    alias: refineAliases,
    server: { deps: { inline: [/@refinedev/, /react-router/] } },
    setupFiles: [...shared.setupFiles, 'tests/support/setup/fixed-day.ts'],
  };
  const ui = {
    ...pages,
    environment: 'jsdom',
    setupFiles: [...pages.setupFiles, 'tests/support/setup/ui-setup.ts'],
    // A larger young generation removes a tenth of the work: most rendered objects are short-lived.
    execArgv: ['--max-semi-space-size=64'],
  };
  return [
    {
      test: {
        ...pages,
        name: 'unit',
        // The slow tier repeats the gate's tests with other random cases.
        include: [
          'src/{domain,geometry,contract,theme,providers,viewer,storefront,admin}/**/*.test.ts',
          'scripts/**/*.test.ts',
          'tests/house/**/*.test.ts',
        ],
        exclude: [...notOfTier, ...[...apart, ...onPage].map((path) => `${path}.*`)],
      },
    },
    {
      test: {
        ...ui,
        name: 'ui',
        include: [...named(['src/{storefront,admin,providers,viewer}/**/*'], 'tsx'), ...named(onPage)],
        exclude: [...notOfTier, ...named(apart)],
      },
    },
    { test: { ...ui, name: 'ui-apart', isolate: true, include: named(apart), exclude: notOfTier } },
    {
      test: {
        ...servers,
        name: 'server',
        include: named(['src/server/**/*', 'tests/api/**/*'], 'ts'),
        exclude: notOfTier,
        globalSetup: [postgresSetup, buildSetup],
        setupFiles: [...servers.setupFiles, serverSetup],
      },
    },
    {
      test: {
        ...servers,
        name: 'journeys',
        include: named(['tests/journeys/**/*'], 'ts'),
        exclude: notOfTier,
        globalSetup: [browserSetup, postgresSetup, buildSetup],
        setupFiles: [...servers.setupFiles, serverSetup, 'tests/support/setup/describe-pages.ts'],
      },
    },
    {
      test: {
        ...servers,
        name: 'bars',
        include: named(['tests/trust/**/*'], 'ts'),
        exclude: notOfTier,
        globalSetup: [postgresSetup],
      },
    },
    {
      test: {
        ...shared,
        name: 'bundles',
        include: named(['tests/bundles/**/*'], 'ts'),
        exclude: notOfTier,
        globalSetup: [buildSetup],
      },
    },
  ];
}

/** One more than cores: journeys and servers wait for the database and the browser most of the time. */
export const maxWorkers = availableParallelism() + 1;
