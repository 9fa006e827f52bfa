/** The customer sees the message. */
export class FileRejected extends Error {
  override name = 'FileRejected';
}
