/** Converts a file to `data:<media type>;base64,…`. Rejects if the file was deleted or changed since it was chosen. */
export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
      else reject(new Error('unreadable file', { cause: reader.error }));
    });
    reader.readAsDataURL(blob);
  });
}
