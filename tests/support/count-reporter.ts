import type { Reporter, TestModule } from 'vitest/node';

/** Prints the one closing line that any build service can read: `tests: N passed, N failed, N skipped`. */
const countReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      let tests = 0;
      for (const test of module.children.allTests()) {
        tests += 1;
        const { state } = test.result();
        if (state === 'passed' || state === 'failed' || state === 'skipped') counts[state] += 1;
      }
      if (module.state() === 'failed' && tests === 0) counts.failed += 1;
    }
    console.log(`\ntests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  },
};

// eslint-disable-next-line import/no-default-export -- vitest loads reporters by their default export
export default countReporter;
