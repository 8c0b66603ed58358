/** The value of a JSON input with invalid text; no schema accepts it. */
export class InvalidJson {
  constructor(readonly text: string) {}
}
