import { notify } from '#providers/notices.ts';
import { leftOutText, type PickedFiles } from './usable-files.ts';

/** Tells which files of a folder were left out, once, also when none is left. */
export function notifyLeftOut(picked: PickedFiles): void {
  const message = leftOutText(picked) || (picked.files.length === 0 ? '文件夹是空的' : '');
  if (message) notify({ type: picked.files.length > 0 ? 'info' : 'warning', message, key: 'left-out' });
}
