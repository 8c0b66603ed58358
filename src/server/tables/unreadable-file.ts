/** An unreadable file; the message is shown to the user. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
