import { fenFromYuan, yuanFromFen, yuanText, type Fen } from '#domain/money.ts';
import type { Line } from '#domain/pricing/line.ts';

/** Renames each `…Fen` to the name without `Fen`, at every depth, for values in yuan. */
type InYuan<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? InYuan<Item>[]
    : T extends object
      ? { -readonly [K in keyof T as K extends `${infer Name}Fen` ? Name : K]: InYuan<T[K]> }
      : T;

/** Appends `Fen` to each of these names, at every depth. Values in yuan (numbers or texts) become whole fen. */
type InFen<T, Names extends string> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? InFen<Item, Names>[]
    : T extends object
      ? {
          -readonly [K in keyof T as K extends Names ? `${K}Fen` : K]: K extends Names
            ? Exclude<T[K], number | string> | Fen
            : InFen<T[K], Names>;
        }
      : T;

/** Converts `{ amountFen: 1250, days: 2 }` to `{ amount: 12.5, days: 2 }`; keeps null. */
export const inYuan = <T>(value: T): InYuan<T> =>
  mapFields(value, (key, field) =>
    key.endsWith('Fen')
      ? [key.slice(0, -3), typeof field === 'number' ? yuanFromFen(field) : field]
      : undefined,
  ) as InYuan<T>;

/** `inFen({ amount: 12.5, days: 2 }, 'amount')` returns `{ amountFen: 1250, days: 2 }`. */
export const inFen = <T, Names extends string>(value: T, ...names: Names[]): InFen<T, Names> =>
  mapFields(value, (key, field) =>
    (names as string[]).includes(key)
      ? [`${key}Fen`, isAmount(field) ? fenFromYuan(field) : field]
      : undefined,
  ) as InFen<T, Names>;

const isAmount = (field: unknown): field is number | string =>
  typeof field === 'number' || typeof field === 'string';

/** Renames and converts fields, at every depth. */
function mapFields(
  value: unknown,
  entryOf: (key: string, field: unknown) => [string, unknown] | undefined,
): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => mapFields(item, entryOf));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => entryOf(key, field) ?? [key, mapFields(field, entryOf)]),
  );
}

/** The price of an order on the wire, in documents and in the operation log: yuan with two decimals. */
export const priceOf = ({ totalFen }: { readonly totalFen: Fen }): string => yuanText(totalFen);

/** The customer's target price on the wire; null if there is none. */
export const targetPriceOf = ({ targetFen }: { readonly targetFen: Fen | null }): string | null =>
  targetFen === null ? null : yuanText(targetFen);
export const targetFenOf = ({ targetPrice }: { readonly targetPrice?: string | undefined }): Fen | null =>
  targetPrice === undefined ? null : fenFromYuan(targetPrice);

/** The price and days of a line on the wire. */
export const lineOnWire = ({ fen, days }: Line) => ({
  line_total: fen === null ? null : yuanFromFen(fen),
  line_days: days,
});
