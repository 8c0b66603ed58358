import { defineConfig } from 'vitest/config';
import { countReporter } from './tests/support/setup/count-reporter.ts';
import { maxWorkers, projectsOf } from './tests/support/setup/projects.ts';

// UTC exposes code that reads the machine's zone instead of Shanghai's.
process.env['TZ'] ??= 'UTC';

/** `npm test`: the gate. */
export default defineConfig({
  test: {
    reporters: ['default', countReporter],
    maxWorkers,
    projects: projectsOf('gate'),
  },
});
