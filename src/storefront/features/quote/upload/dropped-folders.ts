import { classifyFile, MAX_DEPTH, MAX_FILES, notifyIgnored, type PickedFiles } from './usable-files.ts';

/** Returns the dropped files and the usable files of dropped folders, sorted by name; reports the others. */
export async function pickFromFolders(
  files: readonly File[],
  folders: readonly FileSystemDirectoryEntry[],
): Promise<readonly File[]> {
  const picked = await readFolders(files, folders);
  notifyIgnored(picked);
  return picked.files;
}

/** Reads the usable files of dropped folders, after the files dropped beside them. */
export async function readFolders(
  files: readonly File[],
  folders: readonly FileSystemDirectoryEntry[],
): Promise<PickedFiles> {
  // Browsers also list a folder among the files, as an unreadable one.
  const names = new Set(folders.map(({ name }) => name));
  const picked = {
    files: files.filter(({ name }) => !names.has(name)),
    ignoredNames: [],
    isTruncated: false,
  };
  for (const folder of folders) await collect(folder, 1, picked);
  return picked;
}

async function collect(folder: FileSystemDirectoryEntry, depth: number, picked: PickedFiles): Promise<void> {
  const entries = await entriesOf(folder);
  for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN'))) {
    if (entry.isDirectory && depth < MAX_DEPTH && !picked.isTruncated) {
      await collect(entry as FileSystemDirectoryEntry, depth + 1, picked);
    }
    const kind = entry.isFile ? classifyFile(entry.name) : 'system';
    if (kind === 'ignored') picked.ignoredNames.push(entry.name);
    if (kind !== 'usable') continue;
    if (picked.files.length >= MAX_FILES) {
      picked.isTruncated = true;
      return;
    }
    const file = await new Promise<File | undefined>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(undefined)),
    );
    if (file) picked.files.push(file);
  }
}

/** Browsers return at most a hundred entries at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const allEntries: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (batch.length === 0 || allEntries.length > MAX_FILES) return allEntries;
    allEntries.push(...batch);
  }
}
