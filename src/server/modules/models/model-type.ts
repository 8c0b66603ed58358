import { formatOfContent, formatOfName } from '#geometry/model-format.ts';
import type { ModelFormat } from '#geometry/model-reading.ts';
import { AppError } from '#server/http/app-error.ts';
import type { DetectedType, FileType } from '#server/modules/files/file-type.ts';
import { detectFileType } from '#server/modules/files/files.service.ts';

const types: Readonly<Record<ModelFormat, FileType>> = {
  step: { type: 'model/step', extensions: ['.step', '.stp', '.p21'] },
  brep: { type: 'model/brep', extensions: ['.brep', '.brp'] },
  iges: { type: 'model/iges', extensions: ['.iges', '.igs'] },
  stl: { type: 'model/stl', extensions: ['.stl'] },
  obj: { type: 'model/obj', extensions: ['.obj'] },
  '3mf': { type: 'model/3mf', extensions: ['.3mf'] },
};

export const formatOf = ({ type }: FileType): ModelFormat | undefined =>
  (Object.keys(types) as ModelFormat[]).find((format) => types[format].type === type);

/** As the browser recognises it: what a customer saw measured is not refused. A 3MF is an archive with that name. */
function formatOfHead(head: Buffer, name: string): ModelFormat | undefined {
  const found = formatOfContent(head);
  const named = formatOfName(name);
  if (found) return found === '3mf' && named !== '3mf' ? undefined : found;
  return named === 'obj' && isObj(head.toString('latin1')) ? 'obj' : undefined;
}

/** Every line is empty, a comment, or begins with a word, as `v 0 0 1`; the last may be cut off. */
const isObj = (text: string): boolean =>
  text
    .replace(/^\xef\xbb\xbf/, '')
    .split(/[\r\n]+/)
    .slice(0, -1)
    .every((line) => /^\s*(?:$|#|[a-z_]+(?:\s|$)|[^]*\\$|[-\d])/i.test(line));

/**
 * Recognises a model of these formats by its first bytes, and its length where the format has it. Throws
 * `file.unsupported`.
 */
export const modelDetector =
  (formats: readonly ModelFormat[], name: string) =>
  (head: Buffer): DetectedType => {
    const format = formatOfHead(head, name);
    const detected = format ? { type: types[format] } : detectFileType(head);
    const found = detected && formatOf(detected.type);
    if (!detected || !found) throw new AppError('file.unsupported', { msg: '不是可以识别的三维模型' });
    if (!formats.includes(found))
      throw new AppError('file.unsupported', {
        msg: `不接受 ${found.toUpperCase()} 格式的模型，请上传 ${formats.map((one) => one.toUpperCase()).join('、')}`,
      });
    return detected;
  };
