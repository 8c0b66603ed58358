/**
 * The start cannot go on for a reason that its operator can mend. `message` is one Chinese sentence that names
 * the setting or the path; whoever catches it prints that sentence alone and ends with a code other than 0.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
