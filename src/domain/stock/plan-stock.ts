import type { Edges } from '#domain/parts/part-code.ts';
import { roundOutline, type PartShape } from './part-shape.ts';
import type { StockForm, StockSize } from './stock-size.ts';

/** Machining allowance in mm per side, by form. */
export type StockAllowances = Readonly<Record<StockForm, number>>;

/** The shop's stock sizes in display order, and allowances. */
export interface StockTable {
  readonly sizes: readonly StockSize[];
  readonly allowances: StockAllowances;
}

/** A piece cut from a size of stock. */
export interface StockPiece {
  readonly size: StockSize;
  /** Sawn edges in mm, longest first: two of a plate, one of a bar. */
  readonly cutMm: readonly number[];
  readonly volumeMm3: number;
}

/** The stock of a part. It does not affect the price. */
export interface StockPlan {
  /** Where the size and volume come from. */
  readonly source: PartShape['source'];
  /** Chosen by staff instead of automatically. */
  readonly isByHand: boolean;
  /** `tooLarge`: the part with its allowance fits no size. `notKept`: the table has no size of the material. */
  readonly fit: 'fits' | 'tooLarge' | 'notKept';
  readonly piece: StockPiece | null;
  /** Volume of the part ÷ volume of the piece, 0…1; null without a volume or a piece. */
  readonly utilisation: number | null;
  /** kg, four significant digits; null without a volume or a density. */
  readonly partKg: number | null;
  readonly stockKg: number | null;
}

const rounded = (mm: number) => Math.round(mm * 100) / 100;

/** The smallest piece of a stock size for the part with its allowance; undefined if the part does not fit. */
export function cutFrom(size: StockSize, shape: PartShape, allowanceMm: number): StockPiece | undefined {
  const [a, b, c] = shape.edgesMm.map((edge) => rounded(edge + 2 * allowanceMm));
  const edges: Edges = [a ?? 0, b ?? 0, c ?? 0];
  switch (size.form) {
    case 'plate':
      return fromPlate(size, edges);
    case 'flatBar':
      return fromBar(size, edges, [size.width ?? 0, size.thickness ?? 0]);
    case 'squareBar':
      return fromBar(size, edges, [size.width ?? 0, size.width ?? 0]);
    case 'roundBar':
      return fromRoundBar(size, edges, shape, allowanceMm);
  }
}

/** The shortest edge of the part lies along the thickness of the plate. */
function fromPlate(size: StockSize, [a, b, c]: Edges): StockPiece | undefined {
  const { thickness, width, length } = size;
  if (thickness === null || c > thickness) return undefined;
  const [long, short] = [width ?? Infinity, length ?? Infinity].toSorted((x, y) => y - x);
  if (a > (long ?? 0) || b > (short ?? 0)) return undefined;
  return { size, cutMm: [a, b], volumeMm3: a * b * thickness };
}

/** For each orientation of the part: the two edges of the cross-section, and the sawn length. */
const orientations = ([a, b, c]: Edges) =>
  [
    [b, c, a],
    [a, c, b],
    [a, b, c],
  ] as const;

function fromBar(size: StockSize, edges: Edges, section: readonly [number, number]): StockPiece | undefined {
  const [wide, narrow] = section.toSorted((x, y) => y - x);
  const lengths = orientations(edges)
    .filter(([p, q]) => p <= (wide ?? 0) && q <= (narrow ?? 0))
    .map(([, , length]) => length);
  return shortestPiece(size, lengths, section[0] * section[1]);
}

function fromRoundBar(
  size: StockSize,
  edges: Edges,
  shape: PartShape,
  allowanceMm: number,
): StockPiece | undefined {
  const diameter = size.diameter ?? 0;
  const area = (Math.PI / 4) * diameter ** 2;
  const round = roundOutline(shape);
  if (round) {
    const fits = rounded(round.diameterMm + 2 * allowanceMm) <= diameter;
    return shortestPiece(size, fits ? [rounded(round.lengthMm + 2 * allowanceMm)] : [], area);
  }
  const lengths = orientations(edges)
    .filter(([p, q]) => Math.hypot(p, q) <= diameter)
    .map(([, , length]) => length);
  return shortestPiece(size, lengths, area);
}

/** The piece with the shortest of these lengths; undefined if the bar is too short. */
function shortestPiece(size: StockSize, lengths: readonly number[], areaMm2: number): StockPiece | undefined {
  const length = Math.min(...lengths);
  if (!Number.isFinite(length) || length > (size.length ?? Infinity)) return undefined;
  return { size, cutMm: [length], volumeMm3: areaMm2 * length };
}

const isForTag = (materialTag: string) => (size: StockSize) =>
  size.materialTag === '' || size.materialTag === materialTag;

/**
 * The pieces for a part, best first: the smallest volume first, with round bars last unless the part is turned. Pieces of equal
 * volume keep the order of the table.
 */
export function stockChoices(
  shape: PartShape,
  materialTag: string,
  { sizes, allowances }: StockTable,
): StockPiece[] {
  const isUnusual = ({ size }: StockPiece) => size.form === 'roundBar' && !shape.isTurned;
  return sizes
    .filter(isForTag(materialTag))
    .flatMap((size) => cutFrom(size, shape, allowances[size.form]) ?? [])
    .toSorted((a, b) => Number(isUnusual(a)) - Number(isUnusual(b)) || a.volumeMm3 - b.volumeMm3);
}

/**
 * The stock of a part: the chosen size if the part fits, otherwise the best choice.
 * @param density g/cm³; the weights are null for 0
 * @param chosenId id of the size that staff chose
 */
export function planStock(
  shape: PartShape,
  { materialTag, density }: { materialTag: string; density: number },
  table: StockTable,
  chosenId?: number,
): StockPlan {
  const choices = stockChoices(shape, materialTag, table);
  const chosen = choices.find(({ size }) => size.id === chosenId);
  const piece = chosen ?? choices[0] ?? null;
  const hasSizes = table.sizes.some(isForTag(materialTag));
  const volume = possibleVolume(shape);
  return {
    source: shape.source,
    isByHand: chosen !== undefined,
    fit: piece ? 'fits' : hasSizes ? 'tooLarge' : 'notKept',
    piece,
    utilisation: volume !== undefined && piece ? Math.min(1, volume / piece.volumeMm3) : null,
    partKg: weightKg(volume, density),
    stockKg: weightKg(piece?.volumeMm3, density),
  };
}

/** The volume of the part; undefined if it exceeds that of the part's box, and so must be wrong. */
function possibleVolume({ edgesMm: [a, b, c], volumeMm3 }: PartShape): number | undefined {
  return volumeMm3 !== undefined && volumeMm3 <= a * b * c * 1.001 ? volumeMm3 : undefined;
}

/** The weight of a volume in mm³ with a density in g/cm³, four significant digits; null if one is missing. */
export function weightKg(volumeMm3: number | undefined, density: number): number | null {
  if (volumeMm3 === undefined || !(density > 0)) return null;
  return Number(((volumeMm3 * density) / 1e6).toPrecision(4));
}
