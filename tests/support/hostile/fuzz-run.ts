import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { failureFaults } from '../app/answers.ts';
import type { Envelope } from '../app/api.ts';
import { stateOf } from '../app/database-state.ts';
import { casesOf, type FuzzCase } from './fuzz-cases.ts';
import { sendCase, type FuzzAnswer } from './fuzz-sender.ts';
import { addPerson } from '../data/people.ts';
import type { ServedApp } from '../processes/served-app.ts';
import type { ValidCall } from '../app/valid-inputs.ts';

/** Concurrent requests, each by a different user. */
const WORKERS = 8;
/** The server handles two exports or imports at a time and refuses a third import. */
const atOnce = ({ answer, upload }: Endpoint) => (answer === 'file' || upload === 'table' ? 2 : WORKERS);
/** Cases between two checks of the tables. */
const CHUNK = 100;
const SLOW_MS = 5_000;

export interface FuzzTotals {
  /** Number of distinct requests, without repetitions. */
  cases: number;
  refused: number;
  sent: number;
  slowestMs: number;
}

export interface Fuzzer {
  totals: FuzzTotals;
  /** Sends this many cases around an operation; returns the faults of the responses, each with instructions to reproduce it. */
  fuzz(call: ValidCall, runs: number): Promise<string[]>;
  /** Sends requests as they are. */
  replay(call: ValidCall, cases: readonly FuzzCase[]): Promise<string[]>;
}

interface Exchanged {
  sent: FuzzCase;
  answer: FuzzAnswer;
  envelope?: Envelope;
}

/** Sends cases to a served app, with administrators' sessions, which are renewed when a case has ended them. */
export async function createFuzzer(app: ServedApp, seed: number): Promise<Fuzzer> {
  const totals: FuzzTotals = { cases: 0, refused: 0, sent: 0, slowestMs: 0 };
  const newToken = async () => (await addPerson(app, { roleKey: 'admin' })).token;
  const tokens = await Promise.all(Array.from({ length: WORKERS }, newToken));

  /** The state at the last check; nothing but our requests runs between two checks. */
  let lastSeen: Record<string, string> | undefined;
  async function look(): Promise<Record<string, string>> {
    lastSeen = await stateOf(app.database);
    return lastSeen;
  }

  async function send(endpoint: Endpoint, sent: FuzzCase, worker: number): Promise<Exchanged> {
    totals.sent += 1;
    const isPublic = endpoint.permission === 'public';
    // Public operations are throttled per IP address.
    const from = totals.sent % 65_536;
    const own = isPublic
      ? { localAddress: `127.9.${from >> 8}.${Math.max(1, from & 255)}` }
      : { token: tokens[worker]! };
    const exchanged = readAnswer(sent, await sendCase(app.address, sent, own));
    totals.slowestMs = Math.max(totals.slowestMs, exchanged.answer.elapsedMs);
    return exchanged;
  }

  /** Sends every case once; a case whose session another case had ended is sent again with a new one. */
  async function sendAll({ endpoint }: ValidCall, cases: readonly FuzzCase[]): Promise<Exchanged[]> {
    const exchanged: Exchanged[] = [];
    let next = 0;
    const work = async (_: unknown, worker: number) => {
      for (let sent = cases[next++]; sent; sent = cases[next++]) {
        let answer = await send(endpoint, sent, worker);
        const isLost = /^(session\.|permission\.)/.test(answer.envelope?.error ?? '');
        if (isLost && endpoint.permission !== 'public' && !('authorization' in sent.headers)) {
          tokens[worker] = await newToken();
          answer = await send(endpoint, sent, worker);
        }
        exchanged.push(answer);
      }
    };
    await Promise.all(Array.from({ length: atOnce(endpoint) }, work));
    return exchanged;
  }

  /** Sends refused cases again until all of them are refused; then nothing may have been written. */
  async function assertInert(call: ValidCall, refused: readonly FuzzCase[]): Promise<string[]> {
    let cases = refused;
    let written: string[] = [];
    // Background work of accepted requests (a document, a notification) may still be running in the first rounds.
    for (let round = 0; round < 4 && cases.length > 0; round += 1) {
      const before = lastSeen ?? (await look());
      const again = await sendAll(call, cases);
      const after = await look();
      cases = again.filter(isRefused).map(({ sent }) => sent);
      if (cases.length < again.length) continue;
      if (isDeepStrictEqual(after, before)) return [];
      written = Object.keys(after).filter((table) => after[table] !== before[table]);
    }
    if (cases.length > 1 && written.length > 0) {
      const each: string[] = [];
      for (const one of cases) each.push(...(await assertInert(call, [one])));
      return each;
    }
    return written.length === 0 || cases.length === 0
      ? []
      : [`refused, but wrote ${written.join()}: ${describe(cases[0]!)}`];
  }

  async function runChunk(call: ValidCall, cases: readonly FuzzCase[]): Promise<string[]> {
    const before = lastSeen ?? (await look());
    const exchanged = await sendAll(call, cases);
    const refused = exchanged.filter(isRefused);
    totals.cases += cases.length;
    totals.refused += refused.length;
    const isSame = isDeepStrictEqual(await look(), before);
    return [
      ...exchanged.flatMap((one) => answerFaults(call.endpoint, one)),
      ...(isSame
        ? []
        : await assertInert(
            call,
            refused.map(({ sent }) => sent),
          )),
    ];
  }

  return {
    totals,
    async fuzz(call, runs) {
      const faults: string[] = [];
      const cases = fc.sample(casesOf(call), { seed, numRuns: runs });
      for (let first = 0; first < runs; first += CHUNK)
        faults.push(...(await runChunk(call, cases.slice(first, first + CHUNK))));
      return faults.map((fault) => `${call.name} (FUZZ_SEED=${seed}, ${runs} runs): ${fault}`);
    },
    replay: runChunk,
  };
}

const isRefused = ({ answer }: Exchanged) => answer.status >= 400 || answer.status === 0;

function readAnswer(sent: FuzzCase, answer: FuzzAnswer): Exchanged {
  const { headers, status, body } = answer;
  if (body.length === 0 || !String(headers['content-type']).startsWith('application/json'))
    return { sent, answer };
  const read: unknown = JSON.parse(body.toString('utf8'));
  return { sent, answer, envelope: { ...(read as Envelope), status, headers } };
}

/** Checks the invariants of every response. */
function answerFaults(endpoint: Endpoint, { sent, answer, envelope }: Exchanged): string[] {
  const { status, headers, elapsedMs } = answer;
  const hint = describe(sent);
  const type = String(headers['content-type']);
  // A server that does not read a body to its end may close before we have read its answer.
  if (status === 0) return Buffer.byteLength(sent.body ?? '') > 256 * 1024 ? [] : [`no answer: ${hint}`];
  if (status >= 500) return [`${status} ${envelope?.msg ?? ''}: ${hint}`];
  const faults = elapsedMs > SLOW_MS ? [`took ${Math.round(elapsedMs)} ms: ${hint}`] : [];
  if (status === 304 || sent.method === 'HEAD') return faults;
  if (status !== 200)
    return [...faults, ...(envelope ? failureFaults(envelope, hint) : [`${status} ${type}: ${hint}`])];
  if (!envelope) {
    const isPage = !sent.isRouted && type === 'text/html; charset=utf-8' && !/^\/api(\/|$)/.test(sent.url);
    const isFile = headers['content-disposition'] !== undefined || type.startsWith('text/event-stream');
    return isFile || isPage ? faults : [...faults, `200 ${type}: ${hint}`];
  }
  const { status: _status, headers: _headers, ...body } = envelope;
  const keys = Object.keys(body);
  const isFlat = endpoint.envelope === 'flat' && keys[3] !== 'data';
  const extraFields = endpoint.extraFields ? Object.keys(endpoint.extraFields.schema.shape) : [];
  const wanted = ['requestId', 'code', 'msg', ...(isFlat ? keys.slice(3) : ['data'])];
  const isWhole =
    isDeepStrictEqual(new Set(keys), new Set([...extraFields, ...wanted])) &&
    body.code === 200 &&
    typeof body.msg === 'string';
  if (!isWhole) faults.push(`keys ${keys.join()}: ${hint}`);
  if (type !== 'application/json; charset=utf-8') faults.push(`${type}: ${hint}`);
  return faults;
}

/** A request as one line of text. */
function describe({ method, url, headers, body }: FuzzCase): string {
  const text = Buffer.isBuffer(body) ? `0x${body.toString('hex')}` : (body ?? '');
  return `${method} ${url.slice(0, 300)} ${JSON.stringify(headers)} ${text.slice(0, 600)}`;
}
