import { notifyLeftOut } from './notify-left-out.ts';
import { MAX_DEPTH, MAX_FILES, sortFile, type PickedFiles } from './usable-files.ts';

/** The dropped files with the usable ones of the dropped folders, in the order of their names; reports what was left out. */
export async function takeFolders(
  files: readonly File[],
  folders: readonly FileSystemDirectoryEntry[],
): Promise<readonly File[]> {
  const picked = await readFolders(files, folders);
  notifyLeftOut(picked);
  return picked.files;
}

/** The usable files of dropped folders after the files that were dropped beside them. */
export async function readFolders(
  files: readonly File[],
  folders: readonly FileSystemDirectoryEntry[],
): Promise<PickedFiles> {
  // A folder is among the files too, as one that cannot be read.
  const names = new Set(folders.map(({ name }) => name));
  const picked = { files: files.filter(({ name }) => !names.has(name)), leftOut: [], isCut: false };
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
