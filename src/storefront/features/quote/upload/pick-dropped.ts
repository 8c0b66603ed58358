import { onDemand } from '#storefront/ui/on-demand.ts';

const loadFolders = onDemand(() => import('./dropped-folders.ts'), '文件夹功能');

/** The dropped files and the usable files of dropped folders; none if the code for folders fails to load. */
export async function pickDropped(
  files: readonly File[],
  folders: readonly FileSystemDirectoryEntry[],
): Promise<readonly File[]> {
  if (folders.length === 0) return files;
  const folderModule = await loadFolders();
  return (await folderModule?.pickFromFolders(files, folders)) ?? [];
}
