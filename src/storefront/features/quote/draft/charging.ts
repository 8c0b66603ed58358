import type { Fen } from '#domain/money.ts';

/** An amount beside the parts, as it is shown. */
export interface ChargeRow {
  title: string;
  /** Yuan. */
  amount: number;
  /** How it counts; may be empty. */
  reason: string;
}

/** What the shop's rules charge beside the parts, at least one amount. */
export interface Charging {
  rows: readonly ChargeRow[];
  sumFen: Fen;
}
