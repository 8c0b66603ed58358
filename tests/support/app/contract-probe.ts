import { randomUUID } from 'node:crypto';
import { stateOf } from './database-state.ts';
import { fieldsOf, inputSchema, withField, type Field } from './json-schema.ts';
import { addPerson } from '../data/people.ts';
import type { Api, Envelope } from './api.ts';
import { createTestApp } from './test-app.ts';
import { validCalls, type ValidCall } from './valid-inputs.ts';

/** An app with a valid call of every endpoint by a user with all permissions, so that refusals are due to the input. */
export interface ContractProbe {
  app: ClosableApi;
  calls: ValidCall[];
  callOf(name: string): ValidCall;
  /** Sends a body unchanged; no throttle applies. */
  sendRaw(call: ValidCall, raw: string, headers?: Record<string, string>): Promise<Envelope>;
  sendBody(call: ValidCall, body: unknown): Promise<Envelope>;
  /** A GET with the call's own parameters and these. */
  search(name: string, change: Record<string, string>): Promise<Envelope>;
  /** A GET with this query string. */
  get(name: string, query: string): Promise<Envelope>;
  /** A new token, after a call that ended the previous one's permissions. */
  renewToken(): Promise<void>;
}

type ClosableApi = Api & { close(): Promise<void> };

/** Starts an app in this process unless `given`; the caller closes it in both cases. */
export async function createContractProbe(given?: ClosableApi): Promise<ContractProbe> {
  const app = given ?? (await createTestApp());
  const calls = await validCalls(app);
  const byName = new Map(calls.map((call) => [call.name, call]));
  let { token } = await addPerson(app, { roleKey: 'admin' });
  let address = 0;

  const callOf = (name: string): ValidCall => byName.get(name)!;
  /** Without a session, each call comes from another IP address, because those endpoints are throttled per address. */
  const callerOf = ({ endpoint }: ValidCall) => {
    if (endpoint.permission !== 'public') return { token };
    address += 1;
    return { remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}` };
  };
  const sendRaw: ContractProbe['sendRaw'] = (call, raw, headers = {}) =>
    app.send(call.endpoint.method, call.url, {
      ...callerOf(call),
      ...(call.endpoint.method === 'GET' ? {} : { raw }),
      headers: { 'idempotency-key': randomUUID(), ...headers },
    });
  const get: ContractProbe['get'] = (name, query) =>
    app.send('GET', `${callOf(name).url}?${query}`, callerOf(callOf(name)));
  return {
    app,
    calls,
    callOf,
    sendRaw,
    sendBody: (call, body) => sendRaw(call, JSON.stringify(body)),
    get,
    search: (name, change) => get(name, new URLSearchParams({ ...callOf(name).query, ...change }).toString()),
    async renewToken() {
      ({ token } = await addPerson(app, { roleKey: 'admin' }));
    },
  };
}

export const bodyFields = ({ endpoint }: ValidCall): Field[] => fieldsOf(inputSchema(endpoint.body!));

/** `items.0.num` */
export const nameOf = (path: Field['path']) => path.join('.');

/** The call's body as text, with the field's value replaced by text that need not be JSON. */
export const rawWith = (call: ValidCall, path: Field['path'], text: string) =>
  JSON.stringify(withField(call.body, path, '@@hole@@')).replace('"@@hole@@"', () => text);

/** The faults that `work` found, and whether it wrote anything. */
export async function faultsOf(
  { app: { database } }: ContractProbe,
  work: (faults: string[]) => Promise<void>,
): Promise<string[]> {
  const faults: string[] = [];
  const before = await stateOf(database);
  await work(faults);
  const after = await stateOf(database);
  const written = Object.keys({ ...before, ...after }).filter((table) => before[table] !== after[table]);
  if (written.length > 0) faults.push(`something was written: ${written.join(', ')}`);
  return faults;
}
