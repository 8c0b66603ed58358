/** The URL of a PostgreSQL database. The type rejects other strings, such as a data directory. */
export type ConnectionString = `postgres://${string}` | `postgresql://${string}`;

export const isConnectionString = (text: string): text is ConnectionString =>
  /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);

/** @throws when `url` is not the URL of a PostgreSQL database */
export function connectionStringOf({ href }: URL): ConnectionString {
  if (!isConnectionString(href)) throw new Error('not the address of a PostgreSQL database');
  return href;
}
