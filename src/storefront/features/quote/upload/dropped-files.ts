import { MAX_DEPTH, MAX_FILES, sortFile, type PickedFiles } from './usable-files.ts';

/** The dropped files, and of dropped folders those that can be used, in the order of their names. Call it during the event. */
export async function droppedFiles(data: DataTransfer): Promise<PickedFiles> {
  // The list is empty once the event has ended.
  const plain = [...data.files];
  const entries = [...(data.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null);
  const folders = entries.filter((entry) => entry?.isDirectory) as FileSystemDirectoryEntry[];
  if (folders.length === 0) return { files: plain, leftOut: [], isCut: false };
  // A folder is among the files too, as one that cannot be read.
  const names = new Set(folders.map(({ name }) => name));
  const picked = { files: plain.filter(({ name }) => !names.has(name)), leftOut: [], isCut: false };
  for (const folder of folders) await collect(folder, 1, picked);
  return picked;
}

async function collect(folder: FileSystemDirectoryEntry, depth: number, picked: PickedFiles): Promise<void> {
  const entries = await entriesOf(folder);
  for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN'))) {
    if (entry.isDirectory && depth < MAX_DEPTH && !picked.isCut) {
      await collect(entry as FileSystemDirectoryEntry, depth + 1, picked);
    }
    const kind = entry.isFile ? sortFile(entry.name) : 'unseen';
    if (kind === 'leftOut') picked.leftOut.push(entry.name);
    if (kind !== 'usable') continue;
    if (picked.files.length >= MAX_FILES) {
      picked.isCut = true;
      return;
    }
    const file = await new Promise<File | undefined>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(undefined)),
    );
    if (file) picked.files.push(file);
  }
}

/** Browsers hand out a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0 || all.length > MAX_FILES) return all;
    all.push(...some);
  }
}
