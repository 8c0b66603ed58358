import { otherFormat } from '#domain/save-as.ts';
import { plainName } from '#storefront/ui/order/plain-name.ts';

/** Folders inside folders, and files in all: beyond that a choice is a mistake, such as a whole disk. */
export const MAX_DEPTH = 6;
export const MAX_FILES = 500;
/** Named in the notice about files that were left out. */
const MAX_KINDS = 5;
/** What can become a model or an attachment: other files of a folder are left out. */
const USABLE = /\.(?:step|stp|iges|igs|brep|brp|stl|obj|3mf|pdf|dxf|dwg|png|jpe?g|zip)$/i;
/** Files that operating systems put into folders. */
const UNSEEN = /^(?:\.|(?:thumbs\.db|desktop\.ini)$)/i;

/** The files of a drop or a choice, and the names of those of its folders that cannot be used. */
export interface PickedFiles {
  files: File[];
  leftOut: string[];
  /** More than `MAX_FILES`: the rest was not looked at. */
  isCut: boolean;
}

/** Sorts a file of a folder by its name: taken, left out, or of the system. */
export function sortFile(name: string): 'usable' | 'leftOut' | 'unseen' {
  if (UNSEEN.test(name)) return 'unseen';
  return USABLE.test(plainName(name)) || otherFormat(name)?.isKept ? 'usable' : 'leftOut';
}

/** The usable files of a chosen folder, in the order of their paths. */
export function filesOfFolder(chosen: Iterable<File>): PickedFiles {
  const picked: PickedFiles = { files: [], leftOut: [], isCut: false };
  const sorted = [...chosen].toSorted((a, b) =>
    a.webkitRelativePath.localeCompare(b.webkitRelativePath, 'zh-CN'),
  );
  for (const file of sorted) {
    const kind = sortFile(file.name);
    const isDeep = file.webkitRelativePath.split('/').length - 1 > MAX_DEPTH;
    if (kind === 'leftOut') picked.leftOut.push(file.name);
    if (kind !== 'usable' || isDeep) continue;
    if (picked.files.length >= MAX_FILES) picked.isCut = true;
    else picked.files.push(file);
  }
  return picked;
}

/** Says what was left out of a folder: the number of files and their kinds, the most frequent first. Empty for nothing. */
export function leftOutText({ files, leftOut, isCut }: PickedFiles): string {
  const kinds = new Map<string, number>();
  for (const name of leftOut) {
    const [, extension] = /\.([^.]{1,10}?)(?:\.\d+)?$/.exec(name) ?? [];
    const kind = extension?.toLowerCase() ?? '无扩展名';
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const counts = [...kinds].toSorted((a, b) => b[1] - a[1]).map(([kind, count]) => `${kind} ${count} 个`);
  const listed = counts.slice(0, MAX_KINDS).join('、') + (counts.length > MAX_KINDS ? ' 等' : '');
  const sentences = [
    leftOut.length > 0 &&
      (files.length > 0
        ? `文件夹里有 ${leftOut.length} 个文件不是模型或图纸，没有加入：${listed}`
        : `文件夹里没有模型或图纸，${leftOut.length} 个文件没有加入：${listed}`),
    ...helpOf(leftOut),
    isCut && `文件太多，只加入前 ${MAX_FILES} 个`,
  ];
  return sentences.filter(Boolean).join('；');
}

/** What to save instead, for each kind of file. */
const helpOf = (names: readonly string[]): string[] => [
  ...new Set(
    names.flatMap((name) => {
      const format = otherFormat(name);
      return format ? [`${format.what}${format.how} 后再加入`] : [];
    }),
  ),
];
