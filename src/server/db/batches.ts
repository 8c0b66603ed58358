interface Waiting<In, Out> {
  input: In;
  resolve: (output: Out | Promise<Out>) => void;
  reject: (error: unknown) => void;
}

/**
 * Serves many callers with few statements: whoever asks in the same turn of the event loop, or while `atOnce` batches are
 * under way, shares the next one (at most `max` in it). Nobody waits for company: without others a batch is of one.
 * `work` answers in the order of its inputs, with promises where one may fail alone; when it throws, all of that batch fail.
 */
export function inBatches<In, Out>(
  { max, atOnce }: { max: number; atOnce: number },
  work: (inputs: In[]) => Promise<(Out | Promise<Out>)[]>,
): (input: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = [];
  let underWay = 0;
  let isDue = false;

  function start(): void {
    isDue = false;
    while (underWay < atOnce && waiting.length > 0) void run(waiting.splice(0, max));
  }

  async function run(batch: readonly Waiting<In, Out>[]): Promise<void> {
    underWay += 1;
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
      waiting.push({ input, resolve, reject });
      if (isDue || underWay >= atOnce) return;
      isDue = true;
      setImmediate(start);
    });
}
