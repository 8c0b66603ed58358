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
  const kept = files.filter((file) => keptFormat(file.name) && file.size > 0);
  const message = [refusedText(foreign, empty), keptText(kept)].filter(Boolean).join('；');
  if (message) notify({ type: 'warning', message, key: 'refused-files' });
  return files.filter((file) => !foreign.includes(file) && !empty.includes(file));
}

/** The models in it are not looked for. */
const packed: OtherFormat = { what: '压缩包', how: '请解压', isKept: true };

function keptFormat(name: string): OtherFormat | undefined {
  const format = /\.zip$/i.test(name) ? packed : otherFormat(name);
  return format?.isKept ? format : undefined;
}

type FormatOf = (name: string) => OtherFormat | undefined;

function byFormat(files: readonly File[], formatOf: FormatOf): Map<OtherFormat | undefined, File[]> {
  const groups = new Map<OtherFormat | undefined, File[]>();
  for (const file of files) {
    const format = formatOf(file.name);
    groups.set(format, [...(groups.get(format) ?? []), file]);
  }
  return groups;
}

/** Which files were not taken and why; empty for none. */
export function refusedText(foreign: readonly File[], empty: readonly File[]): string {
  const known = byFormat(foreign, otherFormat);
  const others = known.get(undefined) ?? [];
  const sentences = [
    empty.length > 0 && `${namesOf(empty)}是空文件，没有加入，请重新导出`,
    ...[...known].flatMap(([format, files]) =>
      format ? [`${namesOf(files)}是${format.what}，没有加入，${format.how} 后再加入`] : [],
    ),
    others.length > 0 && `${namesOf(others)}不是模型或图纸，没有加入；可以使用 ${FILE_KINDS}`,
  ];
  return sentences.filter(Boolean).join('；');
}

/** Which files are attached although nothing here reads them. */
export function keptText(files: readonly File[]): string {
  const known = byFormat(files, keptFormat);
  const sentences = [...known].flatMap(([format, some]) =>
    format
      ? [
          `${namesOf(some)}是${format.what}，读不出尺寸，已作为附件随报价交给我们；要自动报价${format.how}${/[A-Z]$/i.test(format.how) ? ' ' : ''}后再加入`,
        ]
      : [],
  );
  return sentences.join('；');
}

/** The first names, and the number of all when there are more. */
export function namesOf(files: readonly File[]): string {
  const names = files.slice(0, MAX_NAMED).map(({ name }) => `“${name}”`);
  const more = files.length > MAX_NAMED ? ` 等 ${files.length} 个文件` : '';
  return names.join('、') + more;
}
