const sentences: Record<string, string> = {
  EACCES: '没有权限',
  EPERM: '没有权限',
  EROFS: '文件系统是只读的',
  ENOSPC: '磁盘空间不足',
  EDQUOT: '磁盘配额已用完',
  ENOTDIR: '路径中有一段不是目录',
  EEXIST: '已有同名的文件',
  ENAMETOOLONG: '路径太长',
  ELOOP: '符号链接成环',
  EMFILE: '打开的文件过多',
  EIO: '磁盘读写出错',
};

/** The error code of the system (`ENOENT`, …), if present. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** For `catch`: returns undefined for a file that does not exist, and throws any other error. */
export function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}

/** The cause of a failed file operation in Chinese, as part of a sentence for the operator. */
export function describeFileError(error: unknown): string {
  return sentences[errorCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
}
