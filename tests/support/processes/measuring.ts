import { readdir, readFile } from 'node:fs/promises';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import type { Model } from '#contract/files/models.ts';
import type { ApiClient } from '../app/api-client.ts';
import { form, formPart, formType } from '../data/files.ts';

/** Uploads a model to a real server; its id. */
export async function sendModelTo(
  address: string,
  { token }: Pick<ApiClient, 'token'>,
  { name, content }: { name: string; content: Buffer },
): Promise<number> {
  const answer = await fetch(`${address}${API_BASE}/model`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': formType },
    body: form(formPart('file', name, content)),
  });
  const { data, msg } = (await answer.json()) as { data: Model; msg: string };
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${msg}`);
  return data.id;
}

/**
 * Ids of the running processes that measure a model for a server, by its file name; empty where the system does not report them.
 */
export async function measuringProcesses(
  serverPid: number,
  isWanted: (name: string) => boolean = () => true,
): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const words = line.split('\0').slice(0, -1);
      const [name = '', , , server] = words.slice(
        words.findIndex((word) => /measure-child\.[jt]s$/.test(word)) + 1,
      );
      // The argument names the server, which excludes other processes on this machine.
      return server === String(serverPid) && isWanted(name) ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}
