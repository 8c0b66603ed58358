import type { ModelFormat } from '#geometry/model-reading.ts';
import { AppError } from '#server/http/app-error.ts';
import type { DetectedType, FileType } from '#server/modules/files/file-type.ts';
import { detectFileType, modelTypes } from '#server/modules/files/files.service.ts';

export const formatOf = ({ type }: FileType): ModelFormat | undefined =>
  (Object.keys(modelTypes) as ModelFormat[]).find((format) => modelTypes[format].type === type);

/**
 * Returns the function that recognises a model of these formats by its first bytes, which may also state its size. The
 * function throws `file.unsupported`.
 */
export const modelDetector =
  (formats: readonly ModelFormat[], name: string) =>
  (head: Buffer): DetectedType => {
    const detected = detectFileType(head, name);
    const format = detected && formatOf(detected.type);
    if (!detected || !format) throw new AppError('file.unsupported', { msg: '不是可以识别的三维模型' });
    if (!formats.includes(format))
      throw new AppError('file.unsupported', {
        msg: `不接受 ${format.toUpperCase()} 格式的模型，请上传 ${formats.map((allowed) => allowed.toUpperCase()).join('、')}`,
      });
    return detected;
  };
