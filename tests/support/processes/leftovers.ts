import { readdir, readFile } from 'node:fs/promises';

/** Possible leftovers of child processes. */
export interface Leftovers {
  /** Process ids of the children of this process; empty where the system does not report them. */
  children: string[];
  /** File names in the working directory and at the root, where a program might leave files. */
  files: string[][];
}

export async function leftovers(): Promise<Leftovers> {
  return { children: await childProcesses(), files: [await readdir('.'), await readdir('/')] };
}

async function childProcesses(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const threads = await readdir('/proc/self/task');
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean)).toSorted();
}

/** The processes, pipes and files that this process has open; a child that was not released leaves some. */
export const openResources = (): number =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => /^(?:ProcessWrap|PipeWrap|FSReqCallback|FileHandle)/.test(kind)).length;
