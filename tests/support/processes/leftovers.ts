import { readdir, readFile } from 'node:fs/promises';

/** What work with child processes could leave behind. */
export interface Leftovers {
  /** Process ids of the children of this process; none where the system does not tell. */
  children: string[];
  /** Where a program that wrote to the disk would leave its files: names in the working directory and at the root. */
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

/** The processes, pipes and files that this process holds: one of each kind for a child that was not let go. */
export const openResources = (): number =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => /^(?:ProcessWrap|PipeWrap|FSReqCallback|FileHandle)/.test(kind)).length;
