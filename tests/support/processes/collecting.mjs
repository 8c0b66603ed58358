import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded by `node --import` into a served process: collects all garbage once a minute and adds a line to
 * COLLECTED_MEMORY_FILE, in bytes: the memory of the process without the heap's reserve, and the live heap.
 */
const file = process.env['COLLECTED_MEMORY_FILE'] ?? '';
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
function collectAndTell() {
  collect();
  const { rss, heapTotal, heapUsed } = process.memoryUsage();
  appendFileSync(file, `${rss - heapTotal + heapUsed} ${heapUsed}\n`);
}
// Worker threads load this file too.
if (isMainThread) setInterval(collectAndTell, 60_000).unref();
