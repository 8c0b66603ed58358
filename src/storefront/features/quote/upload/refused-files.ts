import { findUnsupportedFormat, type UnsupportedFormat } from '#domain/unsupported-format.ts';
import { FILE_KINDS } from '#contract/files/files.ts';
import { notify } from '#providers/notices.ts';
import { classifyFile } from './usable-files.ts';

const MAX_NAMED = 3;

/** The files that can become a model or an attachment. Warns about the others, and about files that are attached but not read. */
export function filterUsable(files: readonly File[]): readonly File[] {
  const unsupported = files.filter(({ name }) => classifyFile(name) !== 'usable');
  const empty = files.filter((file) => !unsupported.includes(file) && file.size === 0);
  const attachedOnly = files.filter((file) => attachedOnlyFormat(file.name) && file.size > 0);
  const message = [refusedText(unsupported, empty), attachedOnlyText(attachedOnly)]
    .filter(Boolean)
    .join('；');
  if (message) notify({ type: 'warning', message, key: 'refused-files' });
  return files.filter((file) => !unsupported.includes(file) && !empty.includes(file));
}

/** Archives are not searched for models. */
const archive: UnsupportedFormat = { description: '压缩包', advice: '请解压', isStored: true };

function attachedOnlyFormat(name: string): UnsupportedFormat | undefined {
  const format = /\.zip$/i.test(name) ? archive : findUnsupportedFormat(name);
  return format?.isStored ? format : undefined;
}

type FormatOf = (name: string) => UnsupportedFormat | undefined;

function byFormat(files: readonly File[], formatOf: FormatOf): Map<UnsupportedFormat | undefined, File[]> {
  const groups = new Map<UnsupportedFormat | undefined, File[]>();
  for (const file of files) {
    const format = formatOf(file.name);
    groups.set(format, [...(groups.get(format) ?? []), file]);
  }
  return groups;
}

/** Names the refused files with the reasons; empty if there are none. */
export function refusedText(unsupported: readonly File[], empty: readonly File[]): string {
  const groups = byFormat(unsupported, findUnsupportedFormat);
  const others = groups.get(undefined) ?? [];
  const sentences = [
    empty.length > 0 && `${namesOf(empty)}是空文件，没有加入，请重新导出`,
    ...[...groups].flatMap(([format, files]) =>
      format ? [`${namesOf(files)}是${format.description}，没有加入，${format.advice} 后再加入`] : [],
    ),
    others.length > 0 && `${namesOf(others)}不是模型或图纸，没有加入；可以使用 ${FILE_KINDS}`,
  ];
  return sentences.filter(Boolean).join('；');
}

/** Names the files that are attached although they cannot be read. */
export function attachedOnlyText(files: readonly File[]): string {
  const groups = byFormat(files, attachedOnlyFormat);
  const sentences = [...groups].flatMap(([format, sameFormat]) =>
    format
      ? [
          `${namesOf(sameFormat)}是${format.description}，读不出尺寸，已作为附件随报价交给我们；要自动报价${format.advice}${/[A-Z]$/i.test(format.advice) ? ' ' : ''}后再加入`,
        ]
      : [],
  );
  return sentences.join('；');
}

/** The first names, and the total number if there are more. */
export function namesOf(files: readonly File[]): string {
  const names = files.slice(0, MAX_NAMED).map(({ name }) => `“${name}”`);
  const more = files.length > MAX_NAMED ? ` 等 ${files.length} 个文件` : '';
  return names.join('、') + more;
}
