import { CallError, type Failure } from '#providers/http/result.ts';

export interface UploadFailure {
  reason: string;
  /** The failure concerns only this file: others can still be uploaded. */
  isFileSpecific: boolean;
}

/** Explains a refused upload and what the customer can do. */
export function uploadRefusal({ error, msg }: Failure): UploadFailure {
  if (error === 'file.too_large' || error === 'request.too_large')
    return { reason: `${msg}，请换一个较小的文件`, isFileSpecific: true };
  if (error === 'file.unsupported') return { reason: msg, isFileSpecific: true };
  if (error === 'storage.full')
    return { reason: '我们的存储空间不足，暂时不能接收文件，请稍后重试或联系我们', isFileSpecific: false };
  return { reason: msg, isFileSpecific: false };
}

/** Explains an upload that got no response or hit a server error; rethrows any other error. */
export function uploadFailure(error: unknown): UploadFailure {
  if (!(error instanceof CallError)) throw error;
  // A server error may be due to this file; without a response, every upload fails.
  const isServerError = error.code === 500;
  return { reason: isServerError ? '服务器出错，请稍后重试' : error.message, isFileSpecific: isServerError };
}
