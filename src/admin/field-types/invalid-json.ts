/** What an input holds that cannot be read as JSON; no schema accepts it. */
export class InvalidJson {
  constructor(readonly text: string) {}
}
