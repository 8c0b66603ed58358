import { findUnsupportedFormat } from '#domain/unsupported-format.ts';
import { notify } from '#providers/notices.ts';
import { plainName } from '#storefront/ui/order/plain-name.ts';

/** The most folder levels and files that are read: more are probably a mistake, such as an entire disk. */
export const MAX_DEPTH = 6;
export const MAX_FILES = 500;
/** The maximum number of file types named in the notification. */
const MAX_KINDS = 5;
/** Files that can become models or attachments. */
const USABLE = /\.(?:step|stp|iges|igs|brep|brp|stl|obj|3mf|pdf|dxf|dwg|png|jpe?g|zip)$/i;
/** Files that operating systems add to folders. */
const SYSTEM_FILE = /^(?:\.|(?:thumbs\.db|desktop\.ini)$)/i;

/** The usable ones of dropped or chosen files, and the names of the others. */
export interface PickedFiles {
  files: File[];
  ignoredNames: string[];
  /** There were more than `MAX_FILES`; the rest was ignored. */
  isTruncated: boolean;
}

export function classifyFile(name: string): 'usable' | 'ignored' | 'system' {
  if (SYSTEM_FILE.test(name)) return 'system';
  return USABLE.test(plainName(name)) || findUnsupportedFormat(name)?.isStored ? 'usable' : 'ignored';
}

/** The usable files of a chosen folder, in the order of their paths. */
export function filesOfFolder(chosen: Iterable<File>): PickedFiles {
  const picked: PickedFiles = { files: [], ignoredNames: [], isTruncated: false };
  const sorted = [...chosen].toSorted((a, b) =>
    a.webkitRelativePath.localeCompare(b.webkitRelativePath, 'zh-CN'),
  );
  for (const file of sorted) {
    const kind = classifyFile(file.name);
    const isDeep = file.webkitRelativePath.split('/').length - 1 > MAX_DEPTH;
    if (kind === 'ignored') picked.ignoredNames.push(file.name);
    if (kind !== 'usable' || isDeep) continue;
    if (picked.files.length >= MAX_FILES) picked.isTruncated = true;
    else picked.files.push(file);
  }
  return picked;
}

/** Reports the files of a folder that were left out, in one notification. */
export function notifyIgnored(picked: PickedFiles): void {
  const message = ignoredText(picked) || (picked.files.length === 0 ? '文件夹是空的' : '');
  if (message) notify({ type: picked.files.length > 0 ? 'info' : 'warning', message, key: 'left-out' });
}

/** The number of files left out and their types, most frequent first; empty if there are none. */
export function ignoredText({ files, ignoredNames, isTruncated }: PickedFiles): string {
  const kinds = new Map<string, number>();
  for (const name of ignoredNames) {
    const [, extension] = /\.([^.]{1,10}?)(?:\.\d+)?$/.exec(name) ?? [];
    const kind = extension?.toLowerCase() ?? '无扩展名';
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const counts = [...kinds].toSorted((a, b) => b[1] - a[1]).map(([kind, count]) => `${kind} ${count} 个`);
  const listed = counts.slice(0, MAX_KINDS).join('、') + (counts.length > MAX_KINDS ? ' 等' : '');
  const sentences = [
    ignoredNames.length > 0 &&
      (files.length > 0
        ? `文件夹里有 ${ignoredNames.length} 个文件不是模型或图纸，没有加入：${listed}`
        : `文件夹里没有模型或图纸，${ignoredNames.length} 个文件没有加入：${listed}`),
    ...helpOf(ignoredNames),
    isTruncated && `文件太多，只加入前 ${MAX_FILES} 个`,
  ];
  return sentences.filter(Boolean).join('；');
}

/** How to save the models instead, for each unsupported format among the files. */
const helpOf = (names: readonly string[]): string[] => [
  ...new Set(
    names.flatMap((name) => {
      const format = findUnsupportedFormat(name);
      return format ? [`${format.description}${format.advice} 后再加入`] : [];
    }),
  ),
];
