import { defineConfig } from 'vitest/config';
import { buildSetup, maxWorkers, projectsOf } from './tests/support/setup/projects.ts';
import { countReporter } from './tests/support/setup/count-reporter.ts';

process.env['TZ'] ??= 'UTC';
// Other random cases in every run. `FC_SEED=… npm run test:slow` repeats a run.
process.env['FC_SEED'] ??= String(Math.floor(Math.random() * 2 ** 31));
process.env['FC_TIMES'] ??= '5';
console.log(`FC_SEED=${process.env['FC_SEED']} FC_TIMES=${process.env['FC_TIMES']}`);

/** Tests that kill or measure servers run alone, after all others: a server without processor time misses its own time-outs. */
const alone = { sequence: { groupOrder: 1 }, maxWorkers: 1, testTimeout: 300_000, hookTimeout: 300_000 };

/** `npm run test:slow`: what takes too long for the gate, and the gate's unit tests with new random cases. */
export default defineConfig({
  test: {
    reporters: ['default', countReporter],
    maxWorkers,
    projects: [
      ...projectsOf('slow'),
      {
        test: {
          ...alone,
          name: 'bench',
          include: ['bench/**/*.slow.test.ts'],
          globalSetup: [buildSetup],
          env: { BENCH_SCALE: 'short' },
        },
      },
      {
        test: {
          ...alone,
          name: 'faults',
          include: ['tests/faults/**/*.slow.test.ts'],
          globalSetup: [buildSetup],
        },
      },
    ],
  },
});
