import { onDemand } from '#storefront/ui/on-demand.ts';

const loadFolders = onDemand(() => import('./dropped-folders.ts'), '文件夹功能');

/** The dropped files with the usable ones of the dropped folders; none where the code for folders cannot be loaded. */
export async function pickDropped(
  files: readonly File[],
  folders: readonly FileSystemDirectoryEntry[],
): Promise<readonly File[]> {
  if (folders.length === 0) return files;
  const code = await loadFolders();
  return (await code?.takeFolders(files, folders)) ?? [];
}
