import type { ModelReading } from '#geometry/model-reading.ts';

/** Models of all drafts in this browser. Beyond this a model is read but not kept through a reload. */
const MAX_KEPT_BYTES = 500 * 1024 ** 2;
/** A model that no draft names is removed after this time: another tab may be about to store its draft. */
const UNUSED_MS = 3_600_000;

interface Entry {
  id: string;
  bytes: number;
  storedAt: number;
  /** Ids of its uploads on the server, by the kind of upload. */
  sent?: Readonly<Record<string, { id: number; at: number } | undefined>>;
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  return (opened ??= new Promise((resolve, reject) => {
    // A private window may have none.
    const request = globalThis.indexedDB.open('quotemill.models', 4);
    request.addEventListener('upgradeneeded', ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore('entries', { keyPath: 'id' });
        request.result.createObjectStore('files');
        request.result.createObjectStore('readings');
      }
      if (oldVersion < 2) request.result.createObjectStore('pictures');
      // Older readings do not say what was left out; the files are read again.
      else request.transaction?.objectStore('readings').clear();
    });
    request.addEventListener('success', () => {
      const database = request.result;
      // A tab with a newer version of the page waits until the others close the database.
      database.addEventListener('versionchange', () => {
        opened = undefined;
        database.close();
      });
      resolve(database);
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  }));
}

const STORES = ['entries', 'files', 'readings', 'pictures'];

async function transact<T>(
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => IDBRequest,
): Promise<T> {
  const transaction = (await open()).transaction(STORES, mode);
  return new Promise((resolve, reject) => {
    const request = work(transaction);
    transaction.addEventListener('complete', () => resolve(request.result as T));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('storage is full')));
  });
}

/** One file after the other: the room is counted before each. */
let keeping: Promise<unknown> = Promise.resolve();

/** Keeps the file of a model in this browser. Returns false when there is no room or no storage. */
export function keepFile(id: string, file: File): Promise<boolean> {
  const kept = keeping.then(() => keep(id, file));
  keeping = kept;
  return kept;
}

async function keep(id: string, file: File): Promise<boolean> {
  try {
    await sweep();
    const entries = await transact<Entry[]>('readonly', (all) => all.objectStore('entries').getAll());
    const held = entries.reduce((sum, { bytes }) => sum + bytes, 0);
    if (held + file.size > MAX_KEPT_BYTES) return false;
    await transact('readwrite', (all) => {
      all.objectStore('entries').put({ id, bytes: file.size, storedAt: Date.now() } satisfies Entry);
      return all.objectStore('files').put(file, id);
    });
    return true;
  } catch {
    return false;
  }
}

/** Keeps what was read, so that a reload shows it at once. Returns false without room: it is read again. */
export const keepReading = (id: string, reading: ModelReading): Promise<boolean> =>
  transact('readwrite', (all) => all.objectStore('readings').put(reading, id)).then(
    () => true,
    () => false,
  );

export const keptFile = (id: string): Promise<File | undefined> =>
  transact<File | undefined>('readonly', (all) => all.objectStore('files').get(id)).catch(() => undefined);

export const keptReading = (id: string): Promise<ModelReading | undefined> =>
  transact<ModelReading | undefined>('readonly', (all) => all.objectStore('readings').get(id)).catch(
    () => undefined,
  );

/** A file has a picture of each of its bodies, and one of all. */
const pictureKey = (id: string, bodyIndex = -1) => [id, bodyIndex];

/** Keeps the small picture of a model, as an address. Without room it is drawn again. */
export async function keepPicture(id: string, bodyIndex: number | undefined, url: string): Promise<void> {
  const key = pictureKey(id, bodyIndex);
  await transact('readwrite', (all) => all.objectStore('pictures').put(url, key)).catch(() => undefined);
}

export const keptPicture = (id: string, bodyIndex: number | undefined): Promise<string | undefined> =>
  transact<string | undefined>('readonly', (all) =>
    all.objectStore('pictures').get(pictureKey(id, bodyIndex)),
  ).catch(() => undefined);

/** The server deletes after a week what no order uses. */
const SENT_MS = 6 * 24 * 3_600_000;

/** Keeps the id of an upload on the server, so that a reload sends nothing twice; undefined forgets it. */
export async function keepSent(id: string, as: string, sentId: number | undefined): Promise<void> {
  await transact('readwrite', (all) => {
    const entries = all.objectStore('entries');
    const found = entries.get(id);
    found.addEventListener('success', () => {
      const entry = found.result as Entry | undefined;
      const sent = sentId === undefined ? undefined : { id: sentId, at: Date.now() };
      if (entry) entries.put({ ...entry, sent: { ...entry.sent, [as]: sent } } satisfies Entry);
    });
    return found;
  }).catch(() => undefined);
}

/** The upload of a file in this way; undefined also for one that the server may have deleted since. */
export async function keptSent(id: string, as: string): Promise<number | undefined> {
  const entry = await transact<Entry | undefined>('readonly', (all) =>
    all.objectStore('entries').get(id),
  ).catch(() => undefined);
  const sent = entry?.sent?.[as];
  return sent && Date.now() - sent.at < SENT_MS ? sent.id : undefined;
}

const SWEEP_EVERY_MS = 600_000;
let sweptAt = -Infinity;

/** Removes the models that no draft of this browser names, now and then. */
async function sweep(): Promise<void> {
  if (Date.now() - sweptAt < SWEEP_EVERY_MS) return;
  sweptAt = Date.now();
  const drafts = JSON.stringify(globalThis.localStorage);
  const entries = await transact<Entry[]>('readonly', (all) => all.objectStore('entries').getAll());
  const unused = entries.filter(
    ({ id, storedAt }) => !drafts.includes(id) && Date.now() - storedAt > UNUSED_MS,
  );
  for (const { id } of unused) {
    await transact('readwrite', (all) => {
      for (const name of ['entries', 'files', 'readings']) all.objectStore(name).delete(id);
      all.objectStore('pictures').delete(IDBKeyRange.bound([id], [id, []]));
      return all.objectStore('entries').count();
    });
  }
}
