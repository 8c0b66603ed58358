import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Config } from '#server/config/file-store-settings.ts';

export interface S3Server {
  config: S3Config;
  /** The directory with the received objects. */
  directory: string;
  close(): Promise<void>;
}

/** A real S3 protocol server on a free port of this machine, with one bucket. */
export async function startS3Server(): Promise<S3Server> {
  const bucket = 'drawings';
  const directory = await mkdtemp(join(tmpdir(), 'quotemill-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  return {
    config: {
      kind: 's3',
      style: 'path',
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      prefix: 'shop/',
      region: 'us-east-1',
      // Its fixed account.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    directory,
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
