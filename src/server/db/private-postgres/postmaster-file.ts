import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The content of `postmaster.pid`: eight lines; the last appears during the start. */
export interface PostmasterFile {
  pid: number;
  startedAt: Date;
  port: number;
  /** Empty without a socket. */
  socketDirectory: string;
  isReady: boolean;
}

/** Undefined when no postmaster runs, or while its file is being written. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , startedAt, port, socketDirectory = '', , , status = ''] = text.split('\n');
  if (!pid) return undefined;
  return {
    // A single-user backend writes its id with a minus sign.
    pid: Math.abs(Number(pid)),
    startedAt: new Date(Number(startedAt) * 1_000),
    port: Number(port),
    socketDirectory,
    isReady: status.trim() === 'ready',
  };
}
