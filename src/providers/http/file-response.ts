/** Parses JSON in a Blob, as after a failed file request; undefined for other text. Returns other data unchanged. */
export async function readErrorBody(data: unknown): Promise<unknown> {
  if (!(data instanceof Blob)) return data;
  try {
    return JSON.parse(await data.text()) as unknown;
  } catch {
    return undefined;
  }
}
