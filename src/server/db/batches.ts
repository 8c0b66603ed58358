interface Waiting<In, Out> {
  input: In;
  resolve: (output: Out | Promise<Out>) => void;
  reject: (error: unknown) => void;
  timeout?: NodeJS.Timeout;
}

interface BatchLimits {
  /** Inputs per batch. */
  max: number;
  /** Batches in progress at the same time. */
  atOnce: number;
  /** The longest wait for a batch before an input fails with `ETIMEDOUT`; unlimited when absent. */
  waitMs?: number;
}

/**
 * Serves many callers with few statements. Inputs that arrive in the same tick of the event loop, or while `atOnce`
 * batches are in progress, share the next batch of up to `max`. A single input is not delayed: it forms its own
 * batch.
 * `work` returns outputs in the order of its inputs, as promises where each may fail on its own; when it throws, the whole
 * batch fails.
 */
export function inBatches<In, Out>(
  { max, atOnce, waitMs }: BatchLimits,
  work: (inputs: In[]) => Promise<(Out | Promise<Out>)[]>,
): (input: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = [];
  let running = 0;
  let isScheduled = false;

  function start(): void {
    isScheduled = false;
    while (running < atOnce && waiting.length > 0) void run(waiting.splice(0, max));
  }

  function giveUp(entry: Waiting<In, Out>): void {
    waiting.splice(waiting.indexOf(entry), 1);
    const message = `no batch within ${waitMs} ms`;
    entry.reject(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
  }

  async function run(batch: readonly Waiting<In, Out>[]): Promise<void> {
    running += 1;
    for (const { timeout } of batch) clearTimeout(timeout);
    try {
      const outputs = await work(batch.map(({ input }) => input));
      batch.forEach(({ resolve }, index) => resolve(outputs[index] as Out));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    running -= 1;
    start();
  }

  return (input) =>
    new Promise((resolve, reject) => {
      const entry: Waiting<In, Out> = { input, resolve, reject };
      waiting.push(entry);
      if (waitMs !== undefined) entry.timeout = setTimeout(giveUp, waitMs, entry);
      if (isScheduled || running >= atOnce) return;
      isScheduled = true;
      setImmediate(start);
    });
}
