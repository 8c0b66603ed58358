import { CallError, type Failure } from '#providers/http/result.ts';

/** Why an upload failed, and whether the reason concerns this file only: then others can still be sent. */
export interface UploadFailure {
  reason: string;
  isOfFile: boolean;
}

/** A refused upload in the customer's words; it names what they can do about it. */
export function uploadRefusal({ error, msg }: Failure): UploadFailure {
  if (error === 'file.too_large' || error === 'request.too_large')
    return { reason: `${msg}，请换一个较小的文件`, isOfFile: true };
  if (error === 'file.unsupported') return { reason: msg, isOfFile: true };
  if (error === 'storage.full')
    return { reason: '我们的存储空间不足，暂时不能接收文件，请稍后重试或联系我们', isOfFile: false };
  return { reason: msg, isOfFile: false };
}

/** An upload without an answer, or with that of a broken server; throws any other error again. */
export function uploadFailure(error: unknown): UploadFailure {
  if (!(error instanceof CallError)) throw error;
  const isBroken = error.code === 500;
  return { reason: isBroken ? '服务器出错，请稍后重试' : error.message, isOfFile: isBroken };
}
