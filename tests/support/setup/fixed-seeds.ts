import fc from 'fast-check';

/**
 * For every test: the same random cases in every run of the gate, so that it fails only on a change. The slow tier sets
 * other seeds and more runs (vitest.slow.config.ts).
 */
const times = Number(process.env['FC_TIMES'] ?? 1);
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 12), numRuns: 100 * times });
