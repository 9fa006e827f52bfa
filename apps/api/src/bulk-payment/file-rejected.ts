/** Why a file is none that we take, in words for whoever brought it. */
export class FileRejected extends Error {
  override name = 'FileRejected';
}
