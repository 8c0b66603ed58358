import { openSync, readSync } from 'node:fs';

/*
 * Loaded by `node --import` into a served process: its Date is ahead by the number of milliseconds in CLOCK_SKEW_FILE,
 * read each time. Neither the monotonic clock nor timers move, as when an operator sets the machine's time.
 */
const file = openSync(process.env['CLOCK_SKEW_FILE'] ?? '', 'r');
const bytes = Buffer.alloc(20);
const RealDate = Date;

function now() {
  readSync(file, bytes, 0, bytes.length, 0);
  return RealDate.now() + Number(bytes.toString('latin1'));
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
RealDate.prototype.constructor = globalThis.Date;
