import { Inflate } from 'fflate';
import { DamagedZip, readZipEntries } from '../zip-entries.ts';
import { ReadingError } from '../model-reading.ts';

export interface Archive {
  /** In lower case, without a leading slash: names in a package are case-insensitive. */
  names: readonly string[];
  /** The text of an entry, undefined when there is none. Throws when the entries read so far exceed the limit. */
  readText: (name: string) => string | undefined;
}

/** A chunk of this size inflates to at most 16 MB, so that exceeding the limit is noticed in time. */
const CHUNK_BYTES = 16 * 1024;

/** Opens a ZIP archive by reading its directory. Throws 'damaged' or 'encrypted'. */
export function openArchive(bytes: Uint8Array, maxInflatedBytes: number): Archive {
  const entries = new Map(
    asReadingError(() => readZipEntries(bytes)).map((entry) => [
      entry.name.replace(/^\/+/, '').toLowerCase(),
      entry,
    ]),
  );
  let inflatedBytes = 0;
  const readText = (name: string): string | undefined => {
    const entry = entries.get(name);
    if (!entry) return undefined;
    if (entry.isEncrypted) throw new ReadingError('encrypted');
    const decode = createTextDecoder();
    const texts: string[] = [];
    inflate(asReadingError(entry.readPacked), entry.method, (chunk) => {
      inflatedBytes += chunk.length;
      if (inflatedBytes > maxInflatedBytes) throw new ReadingError('inflates-too-much');
      texts.push(decode(chunk));
    });
    return texts.join('');
  };
  return { names: [...entries.keys()], readText };
}

function asReadingError<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof DamagedZip ? new ReadingError('damaged', { cause }) : cause;
  }
}

function inflate(data: Uint8Array, method: number, onChunk: (chunk: Uint8Array) => void): void {
  // 0: stored, 8: deflated.
  if (method !== 0 && method !== 8) throw new ReadingError('damaged');
  const stream = method === 8 ? new Inflate(onChunk) : undefined;
  for (let from = 0; from < data.length; from += CHUNK_BYTES) {
    const chunk = data.subarray(from, from + CHUNK_BYTES);
    if (!stream) {
      onChunk(chunk);
      continue;
    }
    try {
      stream.push(chunk, from + CHUNK_BYTES >= data.length);
    } catch (error) {
      throw error instanceof ReadingError ? error : new ReadingError('damaged', { cause: error });
    }
  }
}

/** Decodes UTF-8, or UTF-16 with a byte order mark. */
function createTextDecoder(): (chunk: Uint8Array) => string {
  let decoder: TextDecoder | undefined;
  return (chunk) => {
    const [first, second] = chunk;
    const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    decoder ??= new TextDecoder(isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8');
    return decoder.decode(chunk, { stream: true });
  };
}
