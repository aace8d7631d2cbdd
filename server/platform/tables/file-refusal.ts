/** A file that cannot be read, with a sentence for its sender. Thrown through the streams that read it. */
export class FileRefusal extends Error {
  override name = 'FileRefusal'
}
