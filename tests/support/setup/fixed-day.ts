import { beforeEach } from 'vitest';

/*
 * For the tests of pages and of pure functions: each file begins at ten o'clock on a Friday in Shanghai, so that none depends on
 * the day of the run. The clock then runs normally, like timers. `TEST_NOW` chooses another moment; see `npm run test:dates`.
 */
const realDate = Symbol.for('quotemill.real-date');
const registry: typeof globalThis & { [realDate]?: DateConstructor } = globalThis;
const RealDate = (registry[realDate] ??= Date);
const ahead = RealDate.parse(process.env['TEST_NOW'] ?? '2026-11-20T10:00:00+08:00') - RealDate.now();
const now = () => RealDate.now() + ahead;

const FixedDate: DateConstructor = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

// Before each test: ending fake timers may have restored the real one.
beforeEach(() => {
  globalThis.Date = FixedDate;
  RealDate.prototype.constructor = FixedDate;
});
globalThis.Date = FixedDate;
RealDate.prototype.constructor = FixedDate;
