import type { Fen } from '#domain/money.ts';
import { EDGES, type ReviewedCart, type ReviewedLine, type Edge } from './reviewed-cart.ts';
import { figureText } from './review-rule.ts';

/** The smallest change of a line that removes a review reason. `lineNo` counts from 1. */
export type Lift =
  | { readonly kind: 'pieces'; readonly lineNo: number; readonly num: number }
  /** The part is made as `parts` equal pieces, cut across one edge, each `mm` long. */
  | {
      readonly kind: 'split';
      readonly lineNo: number;
      readonly edge: Edge;
      readonly parts: number;
      readonly mm: number;
    }
  | { readonly kind: 'drawing'; readonly lineNo: number };

const MAX_SPLIT = 20;
/** How many of the most expensive lines are tried to bring an order down to an amount. */
const TRIED_LINES = 3;

/** The lift as text, without the line. */
export function liftText(lift: Lift): string {
  switch (lift.kind) {
    case 'pieces':
      return `数量减到 ${lift.num} 件即可自动报价`;
    case 'split':
      return `分成 ${lift.parts} 段（每段 ${figureText(lift.mm)} mm）即可自动报价`;
    case 'drawing':
      return '附上图纸（PDF、DXF、DWG 或图片）即可自动报价';
  }
}

/** The cart after a lift. A split line has no model: the model is that of the whole part. */
export function withLift(cart: ReviewedCart, lift: Lift): ReviewedCart {
  const change = (line: ReviewedLine): ReviewedLine => {
    switch (lift.kind) {
      case 'pieces':
        return withPieces(line, lift.num);
      case 'split':
        return {
          ...withPieces(line, line.num * lift.parts),
          [lift.edge]: lift.mm,
          volumeMm3: undefined,
        };
      case 'drawing':
        return { ...line, hasDrawing: true };
    }
  };
  return {
    ...cart,
    lines: cart.lines.map((line, index) => (index + 1 === lift.lineNo ? change(line) : line)),
  };
}

const withPieces = (line: ReviewedLine, num: number): ReviewedLine => ({
  ...line,
  num,
  subTotalFen: line.subTotalFen === undefined ? undefined : (line.subTotalAt?.(num) ?? line.subTotalFen),
});

/** Whether a part fits an envelope in some orientation along its axes. Both in mm, longest first. */
export const fitsEnvelope = (edgesMm: readonly number[], limitsMm: readonly number[]): boolean =>
  edgesMm.every((edge, n) => edge <= (limitsMm[n] ?? 0));

/**
 * The fewest equal pieces, cut across one edge, that `isAccepted` accepts; of equal counts, those of the longest edge.
 * `isAccepted` must also accept every piece that is shorter than an accepted one.
 */
export function findSplit(
  line: ReviewedLine,
  lineNo: number,
  isAccepted: (part: Record<Edge, number>) => boolean,
): Lift | null {
  const { length, width, height } = line;
  let best: { edge: Edge; parts: number } | undefined;
  for (const edge of EDGES.toSorted((a, b) => line[b] - line[a])) {
    const passes = (pieces: number) => {
      const mm = pieceMm(line[edge], pieces);
      return mm > 0 && isAccepted({ length, width, height, [edge]: mm });
    };
    // Only a split into fewer pieces would be better than the best one so far.
    const maxPieces = best ? best.parts - 1 : MAX_SPLIT;
    if (maxPieces < 2 || !passes(maxPieces)) continue;
    best = { edge, parts: smallestOf(2, maxPieces, passes) };
  }
  if (!best) return null;
  return { kind: 'split', lineNo, ...best, mm: pieceMm(line[best.edge], best.parts) };
}

/** Rounded down to hundredths of a millimetre, as size fields show them: rounded up, a piece could be too long. */
const pieceMm = (edgeMm: number, pieces: number): number => Math.floor((edgeMm / pieces) * 100) / 100;

/**
 * The largest quantity of one line that brings the order down to an amount. Of the most expensive lines, chooses the one with the
 * smallest change; null when no single line suffices.
 */
export function findFewerPieces({ lines }: ReviewedCart, totalFen: Fen, limitFen: Fen): Lift | null {
  const costly = lines
    .map((line, index) => ({ ...line, lineNo: index + 1, fen: line.subTotalFen ?? 0 }))
    .toSorted((a, b) => b.fen - a.fen)
    .slice(0, TRIED_LINES);
  let best: { lift: Lift; remainingFraction: number } | undefined;
  for (const { subTotalAt, num, fen, lineNo } of costly) {
    const remainingFen = limitFen - (totalFen - fen);
    if (!subTotalAt || remainingFen < 0) continue;
    const largestNum = largestBelow(num, (pieces) => subTotalAt(pieces) <= remainingFen);
    const remainingFraction = largestNum / num;
    if (largestNum > 0 && remainingFraction > (best?.remainingFraction ?? 0)) {
      best = { lift: { kind: 'pieces', lineNo, num: largestNum }, remainingFraction };
    }
  }
  return best?.lift ?? null;
}

/** The largest whole number below `num` that passes a monotonic test (smaller numbers pass too); 0 when 1 does not. */
const largestBelow = (num: number, passes: (num: number) => boolean): number =>
  smallestOf(1, num, (pieces) => pieces === num || !passes(pieces)) - 1;

/** The smallest whole number in `low`…`high` that passes a monotonic test (larger numbers pass too); `high` must pass. */
function smallestOf(low: number, high: number, passes: (num: number) => boolean): number {
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
