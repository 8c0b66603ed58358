import { errors, type ErrorName, type FieldErrors } from '#contract/kernel/errors.ts';

/**
 * An expected failure from the list in `contract/kernel/errors.ts`. Any other error is a bug: it is logged with its cause
 * and answered with 系统错误.
 */
export class AppError extends Error {
  readonly code: number;
  readonly error: ErrorName;
  readonly data: unknown;
  readonly fields?: FieldErrors;
  readonly retryAfterSeconds?: number;

  constructor(
    error: ErrorName,
    detail: {
      msg?: string;
      data?: unknown;
      fields?: FieldErrors;
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(detail.msg ?? errors[error].msg, { cause: detail.cause });
    this.name = 'AppError';
    this.code = errors[error].code;
    this.error = error;
    this.data = detail.data ?? null;
    this.fields = detail.fields;
    this.retryAfterSeconds = detail.retryAfterSeconds;
  }
}

/** An error of one field; the error's message is the same text. */
export const fieldError = (field: string, msg: string, error: ErrorName = 'request.invalid'): AppError =>
  new AppError(error, { msg, fields: { [field]: msg } });

/** Throws an error with these field errors, the first as its message; does nothing when there are none. */
export function throwFieldErrors(fields: FieldErrors, error: ErrorName = 'request.invalid'): void {
  const [msg] = Object.values(fields);
  if (msg !== undefined) throw new AppError(error, { msg, fields });
}
