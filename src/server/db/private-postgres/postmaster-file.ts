import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What `postmaster.pid` says: eight lines, of which the last appears when the start is under way. */
export interface PostmasterFile {
  pid: number;
  port: number;
  /** Empty when it listens on no socket. */
  socketDirectory: string;
  isReady: boolean;
}

/** Undefined when no postmaster has the cluster, or when its file is just being written. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, socketDirectory = '', , , status = ''] = text.split('\n');
  if (!pid) return undefined;
  return {
    pid: Math.abs(Number(pid)),
    port: Number(port),
    socketDirectory,
    isReady: status.trim() === 'ready',
  };
}
