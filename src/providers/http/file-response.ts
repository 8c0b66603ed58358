/** Parses the body of a failed file request, a Blob of JSON; undefined for other text, e.g. from a proxy. */
export async function readErrorBody(data: unknown): Promise<unknown> {
  if (!(data instanceof Blob)) return data;
  try {
    return JSON.parse(await data.text()) as unknown;
  } catch {
    return undefined;
  }
}
