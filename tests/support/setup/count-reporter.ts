import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

/**
 * Prints the names of the failed tests, whose reports may be long, and one closing line that any build service can
 * read: `tests: N passed, N failed, N skipped`. A file that could not be loaded, a failed hook of a suite and an error
 * outside of every test count as one failure each.
 */
export const countReporter: Reporter = {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly unknown[],
    reason: TestRunEndReason,
  ) {
    const failed: string[] = [];
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === 'pending' ? 'skipped' : state] += 1;
        if (state === 'failed') failed.push(`${module.relativeModuleId} > ${test.fullName}`);
      }
      counts.failed += module.errors().length;
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
    }
    // A failed set-up does not count as a failed file.
    if (reason !== 'passed' && counts.failed === 0) counts.failed = 1;
    if (failed.length > 0) console.log(`\nfailed:\n${failed.join('\n')}`);
    console.log(`\ntests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  },
};
