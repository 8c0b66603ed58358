import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { groups } from './bars.ts';

/**
 * `npm run trust -- [group …] [--quick | --long]`: checks the bars of these groups, of all unless given, and writes docs/trust.md. A
 * group may be followed by the rest of a file's name, for one file: `orders-dates` or `orders dates`.
 */
const given = process.argv.slice(2);
const words = given.filter((word) => word !== '--long' && word !== '--quick');
const isKnown = (word: string) => groups.some((group) => word === group || word.startsWith(`${group}-`));
const [first = '', ...rest] = words;
/** `npm run chaos -- failover` arrives as `faults failover`. */
const chosen =
  isKnown(first) && rest.length > 0 && !rest.some(isKnown) ? rest.map((word) => `${first}-${word}`) : words;
const unknown = chosen.filter((word) => !isKnown(word));
if (unknown.length > 0) {
  console.error(`Unknown group ${unknown.join(', ')}. There are: ${groups.join(', ')}; --quick and --long.`);
  process.exit(1);
}
const root = fileURLToPath(new URL('../../', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [
    `${root}node_modules/vitest/vitest.mjs`,
    'run',
    '--config',
    'tests/trust/vitest.config.ts',
    ...(chosen.length > 0 ? chosen : groups).map((group) => `tests/trust/${group}`),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TRUST_SCALE: given.includes('--long') ? 'long' : given.includes('--quick') ? 'quick' : 'full',
    },
  },
);
process.exit(status ?? 1);
