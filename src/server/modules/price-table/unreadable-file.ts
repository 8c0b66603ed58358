/** A file that cannot be read; the message is what the user reads. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
