import { notify } from '#providers/notices.ts';
import { leftOutText, type PickedFiles } from './usable-files.ts';

/** Names the files of a folder that were left out, in one notice. */
export function notifyLeftOut(picked: PickedFiles): void {
  const message = leftOutText(picked) || (picked.files.length === 0 ? '文件夹是空的' : '');
  if (message) notify({ type: picked.files.length > 0 ? 'info' : 'warning', message, key: 'left-out' });
}
