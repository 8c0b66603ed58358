import { createHmac, timingSafeEqual } from 'node:crypto';
import { StartError } from '#server/start/start-error.ts';
import type { Entry } from './archive.ts';

/** The name of the last entry, which contains the seal. */
export const SEAL = 'seal';

/** An HMAC over all entries in order. Its key is stored elsewhere, so a valid seal proves that a server with the key made it. */
export interface Seal {
  add: (entry: Entry) => void;
  digest: () => Buffer;
}

export function createSeal(key: string): Seal {
  const mac = createHmac('sha256', key);
  return {
    add({ name, bytes }) {
      mac.update(`${name.length}:${name}:${bytes.length}:`);
      mac.update(bytes);
    },
    digest: () => mac.digest(),
  };
}

/** The entries up to the manifest, each added to the seal. */
export async function* sealedEntries(entries: AsyncGenerator<Entry>, seal: Seal): AsyncGenerator<Entry> {
  for (;;) {
    const next = await entries.next();
    if (next.done) return;
    seal.add(next.value);
    yield next.value;
    if (next.value.name === 'manifest.json') return;
  }
}

/**
 * Compares the seal after the manifest.
 * @throws StartError when it is missing or was made with another key or for other contents
 */
export async function assertSealed(entries: AsyncGenerator<Entry>, seal: Seal, path: string): Promise<void> {
  const { value } = (await entries.next()) as { value?: Entry };
  if (value?.name !== SEAL) throw new StartError(`${path} 没有签名，设置了 BACKUP_KEY 时不能恢复。`);
  const expected = seal.digest();
  if (value.bytes.length !== expected.length || !timingSafeEqual(value.bytes, expected))
    throw new StartError(`${path} 的签名不符：密钥不同，或内容被改动过。没有恢复任何数据。`);
}
