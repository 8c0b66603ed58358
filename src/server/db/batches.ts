interface Waiting<In, Out> {
  input: In;
  resolve: (output: Out | Promise<Out>) => void;
  reject: (error: unknown) => void;
  patience?: NodeJS.Timeout;
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
 * `work` returns outputs in the order of its inputs, as promises where each may fail by itself; when it throws, the whole
 * batch fails.
 */
export function inBatches<In, Out>(
  { max, atOnce, waitMs }: BatchLimits,
  work: (inputs: In[]) => Promise<(Out | Promise<Out>)[]>,
): (input: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = [];
  let underWay = 0;
  let isDue = false;

  function start(): void {
    isDue = false;
    while (underWay < atOnce && waiting.length > 0) void run(waiting.splice(0, max));
  }

  function giveUp(mine: Waiting<In, Out>): void {
    waiting.splice(waiting.indexOf(mine), 1);
    const message = `no batch within ${waitMs} ms`;
    mine.reject(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
  }

  async function run(batch: readonly Waiting<In, Out>[]): Promise<void> {
    underWay += 1;
    for (const { patience } of batch) clearTimeout(patience);
    try {
      const outputs = await work(batch.map(({ input }) => input));
      batch.forEach(({ resolve }, index) => resolve(outputs[index] as Out));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    underWay -= 1;
    start();
  }

  return (input) =>
    new Promise((resolve, reject) => {
      const mine: Waiting<In, Out> = { input, resolve, reject };
      waiting.push(mine);
      if (waitMs !== undefined) mine.patience = setTimeout(giveUp, waitMs, mine);
      if (isDue || underWay >= atOnce) return;
      isDue = true;
      setImmediate(start);
    });
}
