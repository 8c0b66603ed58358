import { otherFormat, type OtherFormat } from '#domain/save-as.ts';
import { FILE_KINDS } from '#contract/files/files.ts';
import { notify } from '#providers/notices.ts';
import { sortFile } from './usable-files.ts';

/** Named in the notice. */
const MAX_NAMED = 3;

/** The files that can become a model or an attachment; a notice names the others, and those that are only passed on. */
export function usableOf(files: readonly File[]): readonly File[] {
  const foreign = files.filter(({ name }) => sortFile(name) !== 'usable');
  const empty = files.filter((file) => !foreign.includes(file) && file.size === 0);
  const kept = files.filter((file) => otherFormat(file.name)?.isKept && file.size > 0);
  const message = [refusedText(foreign, empty), keptText(kept)].filter(Boolean).join('；');
  if (message) notify({ type: 'warning', message, key: 'refused-files' });
  return files.filter((file) => !foreign.includes(file) && !empty.includes(file));
}

/** Which files were not taken and why; empty for none. */
export function refusedText(foreign: readonly File[], empty: readonly File[]): string {
  const known = new Map<OtherFormat, File[]>();
  const others: File[] = [];
  for (const file of foreign) {
    const format = otherFormat(file.name);
    if (format) known.set(format, [...(known.get(format) ?? []), file]);
    else others.push(file);
  }
  const sentences = [
    empty.length > 0 && `${namesOf(empty)}是空文件，没有加入，请重新导出`,
    ...[...known].map(([{ what, how }, files]) => `${namesOf(files)}是${what}，没有加入，${how} 后再加入`),
    others.length > 0 && `${namesOf(others)}不是模型或图纸，没有加入；可以使用 ${FILE_KINDS}`,
  ];
  return sentences.filter(Boolean).join('；');
}

/** Which files are attached although nothing here reads them. */
export function keptText(files: readonly File[]): string {
  const [first] = files;
  const { what, how } = (first && otherFormat(first.name)) ?? {};
  if (!what) return '';
  return `${namesOf(files)}是${what}，读不出尺寸，已作为附件随报价交给我们；要自动报价${how} 后再加入`;
}

/** The first names, and the number of all when there are more. */
export function namesOf(files: readonly File[]): string {
  const names = files.slice(0, MAX_NAMED).map(({ name }) => `“${name}”`);
  const more = files.length > MAX_NAMED ? ` 等 ${files.length} 个文件` : '';
  return names.join('、') + more;
}
