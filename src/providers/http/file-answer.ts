/** The JSON of a refusal to a request for a file; undefined for other text, for example from a proxy. */
export async function readRefusal(data: unknown): Promise<unknown> {
  if (!(data instanceof Blob)) return data;
  try {
    return JSON.parse(await data.text()) as unknown;
  } catch {
    return undefined;
  }
}
