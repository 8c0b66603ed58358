/**
 * Startup failed for a reason that the operator can fix. `message` is one Chinese sentence that names the setting or
 * the path; the caller prints only this sentence and exits with a nonzero code.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
