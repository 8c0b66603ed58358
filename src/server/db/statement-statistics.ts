import type pg from 'pg';

export interface StatementFigures {
  statement: string;
  calls: number;
  meanMs: number;
  maxMs: number;
}

/** Durations of the statements of this process, from sending to the answer. */
export interface StatementStatistics {
  /** Times every statement of this connection from now on. */
  observe(client: pg.ClientBase): void;
  /** The statements with the highest mean time, slowest first. */
  slowest(count: number): StatementFigures[];
}

interface Tally {
  calls: number;
  totalMs: number;
  maxMs: number;
}

/** Receives each statement that took longer than `SLOW_MS`, with placeholders instead of values. */
export type OnSlow = (statement: string, ms: number) => void;

const SLOW_MS = 500;
const MAX_STATEMENTS = 300;
const MAX_TEXTS = 2_000;
const MAX_LENGTH = 400;

/**
 * Measures in this process, because only the operator of the database can load `pg_stat_statements`.
 * Bounded: parameter lists of any length count as one statement, and statements beyond the 300th share one entry.
 */
export function createStatementStatistics(onSlow?: OnSlow): StatementStatistics {
  const tallies = new Map<string, Tally>();
  /** By the text as sent, so that each statement is normalised once. */
  const byText = new Map<string, Tally>();

  function tallyOf(text: string): Tally {
    const cached = byText.get(text);
    if (cached) return cached;
    const name = tallies.size < MAX_STATEMENTS ? normalise(text) : '…';
    const tally = tallies.get(name) ?? { calls: 0, totalMs: 0, maxMs: 0 };
    tallies.set(name, tally);
    if (byText.size >= MAX_TEXTS) byText.clear();
    byText.set(text, tally);
    return tally;
  }

  function startTimer(text: string): () => void {
    const started = performance.now();
    return () => {
      const ms = performance.now() - started;
      const tally = tallyOf(text);
      tally.calls += 1;
      tally.totalMs += ms;
      if (ms > tally.maxMs) tally.maxMs = ms;
      if (ms > SLOW_MS) onSlow?.(normalise(text), round(ms));
    };
  }

  return {
    observe(client) {
      const query = Reflect.get(client, 'query') as (...args: unknown[]) => unknown;
      const timed = (...args: unknown[]): unknown => {
        const text = textOf(args[0]);
        if (text === undefined) return Reflect.apply(query, client, args);
        const stop = startTimer(text);
        const last = args.length - 1;
        const callback = args[last];
        if (typeof callback === 'function') {
          args[last] = (...answer: unknown[]): unknown => {
            stop();
            return (callback as (...args: unknown[]) => unknown)(...answer);
          };
          return Reflect.apply(query, client, args);
        }
        const answer = Reflect.apply(query, client, args);
        if (answer instanceof Promise) void answer.then(stop, stop);
        return answer;
      };
      Reflect.set(client, 'query', timed);
    },
    slowest(count) {
      return [...tallies]
        .map(([statement, { calls, totalMs, maxMs }]) => ({
          statement,
          calls,
          meanMs: round(totalMs / calls),
          maxMs: round(maxMs),
        }))
        .sort((a, b) => b.meanMs - a.meanMs)
        .slice(0, count);
    },
  };
}

/** Undefined for query objects that submit themselves, such as cursors. */
function textOf(config: unknown): string | undefined {
  if (typeof config === 'string') return config;
  if (typeof config !== 'object' || config === null || 'submit' in config || !('text' in config))
    return undefined;
  return typeof config.text === 'string' ? config.text : undefined;
}

const round = (ms: number) => Math.round(ms * 100) / 100;

const normalise = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+(?:\s*,\s*\$\d+)+/g, '$…')
    .replaceAll(/\(\$…\)(?:\s*,\s*\(\$…\))+/g, '($…), …')
    .trim()
    .slice(0, MAX_LENGTH);
