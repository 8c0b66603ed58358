/** The value of an input whose text is not JSON; no schema accepts it. */
export class InvalidJson {
  constructor(readonly text: string) {}
}
