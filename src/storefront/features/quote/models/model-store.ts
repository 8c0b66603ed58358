import type { ModelReading } from '#geometry/model-reading.ts';

/** Limit for the models of all drafts in this browser. A model beyond it is lost on reload. */
const MAX_STORED_BYTES = 500 * 1024 ** 2;
/** How long a model that no draft uses is kept, because another tab may be about to store its draft. */
const KEEP_UNUSED_MS = 3_600_000;

interface Entry {
  id: string;
  bytes: number;
  storedAt: number;
  /** Upload ids on the server, by the kind of upload. */
  sent?: Readonly<Record<string, { id: number; at: number } | undefined>>;
}

let database: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  return (database ??= new Promise((resolve, reject) => {
    // Throws in private windows without IndexedDB.
    const request = globalThis.indexedDB.open('quotemill.models', 4);
    request.addEventListener('upgradeneeded', ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore('entries', { keyPath: 'id' });
        request.result.createObjectStore('files');
        request.result.createObjectStore('readings');
      }
      if (oldVersion < 2) request.result.createObjectStore('pictures');
      // Readings stored by older versions lack `notes`, what the reader skipped. Once cleared, the files are read again.
      else request.transaction?.objectStore('readings').clear();
    });
    request.addEventListener('success', () => {
      const opened = request.result;
      // A tab with a newer version of the page cannot upgrade the database while it is open here.
      opened.addEventListener('versionchange', () => {
        database = undefined;
        opened.close();
      });
      resolve(opened);
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  }));
}

const STORES = ['entries', 'files', 'readings', 'pictures'];

async function transact<T>(
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => IDBRequest,
): Promise<T> {
  const transaction = (await openDatabase()).transaction(STORES, mode);
  return new Promise((resolve, reject) => {
    const request = work(transaction);
    transaction.addEventListener('complete', () => resolve(request.result as T));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('storage is full')));
  });
}

/** Files are stored one at a time, because the free space is checked before each. */
let storing: Promise<unknown> = Promise.resolve();

/** Stores the file of a model in this browser. Returns false if there is no space or no storage. */
export function storeFile(id: string, file: File): Promise<boolean> {
  const isStored = storing.then(() => store(id, file));
  storing = isStored;
  return isStored;
}

async function store(id: string, file: File): Promise<boolean> {
  try {
    await sweep();
    const entries = await transact<Entry[]>('readonly', (transaction) =>
      transaction.objectStore('entries').getAll(),
    );
    const storedBytes = entries.reduce((sum, { bytes }) => sum + bytes, 0);
    if (storedBytes + file.size > MAX_STORED_BYTES) return false;
    await transact('readwrite', (transaction) => {
      transaction.objectStore('entries').put({ id, bytes: file.size, storedAt: Date.now() } satisfies Entry);
      return transaction.objectStore('files').put(file, id);
    });
    return true;
  } catch {
    return false;
  }
}

/** Stores a reading, so that a reload need not read the file again. Returns false if there is no space or no storage. */
export const storeReading = (id: string, reading: ModelReading): Promise<boolean> =>
  transact('readwrite', (transaction) => transaction.objectStore('readings').put(reading, id)).then(
    () => true,
    () => false,
  );

/** Resolves with undefined if nothing is stored, or if the browser has no storage. */
const find = <T>(store: string, key: IDBValidKey): Promise<T | undefined> =>
  transact<T | undefined>('readonly', (transaction) => transaction.objectStore(store).get(key)).catch(
    () => undefined,
  );

export const findStoredFile = (id: string): Promise<File | undefined> => find('files', id);

export const findStoredReading = (id: string): Promise<ModelReading | undefined> => find('readings', id);

/** A file has a picture of each body, and one of all bodies under the index -1. */
const pictureKey = (id: string, bodyIndex = -1) => [id, bodyIndex];

/** Stores the thumbnail of a model as a data URL. If it cannot be stored, it is drawn again. */
export async function storePicture(id: string, bodyIndex: number | undefined, url: string): Promise<void> {
  const key = pictureKey(id, bodyIndex);
  await transact('readwrite', (transaction) => transaction.objectStore('pictures').put(url, key)).catch(
    () => undefined,
  );
}

export const findStoredPicture = (id: string, bodyIndex: number | undefined): Promise<string | undefined> =>
  find('pictures', pictureKey(id, bodyIndex));

/** Less than the week after which the server deletes files that no order uses. */
const UPLOAD_LIFETIME_MS = 6 * 24 * 3_600_000;

/** Stores the id of an upload, so that a reload does not upload the file again; undefined removes it. */
export async function storeUploadId(id: string, kind: string, uploadId: number | undefined): Promise<void> {
  await transact('readwrite', (transaction) => {
    const entries = transaction.objectStore('entries');
    const request = entries.get(id);
    request.addEventListener('success', () => {
      const entry = request.result as Entry | undefined;
      const upload = uploadId === undefined ? undefined : { id: uploadId, at: Date.now() };
      if (entry) entries.put({ ...entry, sent: { ...entry.sent, [kind]: upload } } satisfies Entry);
    });
    return request;
  }).catch(() => undefined);
}

/** The upload id of a file; undefined if the server may have deleted the upload. */
export async function findUploadId(id: string, kind: string): Promise<number | undefined> {
  const entry = await find<Entry>('entries', id);
  const upload = entry?.sent?.[kind];
  return upload && Date.now() - upload.at < UPLOAD_LIFETIME_MS ? upload.id : undefined;
}

const SWEEP_EVERY_MS = 600_000;
let sweptAt = -Infinity;

/** Removes models that no draft in this browser uses, at most every ten minutes. */
async function sweep(): Promise<void> {
  if (Date.now() - sweptAt < SWEEP_EVERY_MS) return;
  sweptAt = Date.now();
  const drafts = JSON.stringify(globalThis.localStorage);
  const entries = await transact<Entry[]>('readonly', (transaction) =>
    transaction.objectStore('entries').getAll(),
  );
  const unused = entries.filter(
    ({ id, storedAt }) => !drafts.includes(id) && Date.now() - storedAt > KEEP_UNUSED_MS,
  );
  for (const { id } of unused) {
    await transact('readwrite', (transaction) => {
      for (const name of ['entries', 'files', 'readings']) transaction.objectStore(name).delete(id);
      transaction.objectStore('pictures').delete(IDBKeyRange.bound([id], [id, []]));
      return transaction.objectStore('entries').count();
    });
  }
}
