import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Fen } from '#domain/money.ts';
import { chargeFen, totalWithCharges, type Charge } from '#domain/pricing/charges.ts';
import type { Line } from '#domain/pricing/line.ts';
import { isMeasured, type ChargeRule } from './charge-rule.ts';
import type { ChargedLine } from './charged-line.ts';
import { withShares } from './charge-shares.ts';
import { chargesByRules, priceWithRules } from './charges-by-rules.ts';
import { chargedCarts, chargeRules, lineOfPart, timeRates, type Part } from './charges.test-data.ts';
import { measurePart, scaledCounts } from './part-measures.ts';

const asLine = ({ fen }: ChargedLine): Line => ({ state: fen === null ? 'open' : 'formula', fen, days: 1 });

function totalOf(rules: readonly ChargeRule[], parts: readonly Part[]): Fen {
  const lines = parts.map(lineOfPart);
  return totalWithCharges(lines.map(asLine), chargesByRules(rules, lines)).totalFen;
}

const daysOf = (rules: readonly ChargeRule[], parts: readonly Part[]): number =>
  priceWithRules(rules, parts.map(lineOfPart)).total.deliveryDays;

/** Amounts in another way: fractions of a fen as [numerator, denominator], rules picked one by one from the end. */
type Fraction = readonly [bigint, bigint];
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const nearest = ([a, b]: Fraction): number => Number((2n * a + b) / (2n * b));
const hundredths = (value: number | null): bigint => BigInt((value ?? 0).toFixed(2).replace('.', ''));

/** The amount of a rule for the measures of each part. */
function measured(rule: ChargeRule, parts: readonly Part[]): Record<string, Fraction> {
  const amount = BigInt(rule.amountFen ?? 0);
  const sizes: Record<string, bigint> = {
    setup: 1n,
    hole: 1n,
    removed: 1_000n,
    surface: 10_000n,
    minute: 60n,
  };
  const size = sizes[rule.basis] ?? 1n;
  let [units, flat] = [0n, 0n];
  for (const one of parts) {
    const found = unitsOfPart(rule, one);
    if (found === undefined) flat += BigInt(rule.flatFen ?? 0);
    else units += BigInt(found);
  }
  return Object.fromEntries(Object.keys(sizes).map((basis) => [basis, [amount * units + flat * size, size]]));
}

function unitsOfPart(rule: ChargeRule, { counts, length, num }: Part): number | undefined {
  if (!counts) return undefined;
  const { features, boxMm, volumeMm3, areaMm2 } = counts;
  const [edge] = boxMm;
  const [typed, box] = [length, edge].map((one) => [one, 80, 70].toSorted((x, y) => x - y));
  const largest = Math.max(...typed!.map((one, index) => one / box![index]!));
  // Twice the model is another unit.
  const ratio = largest >= 2 ? largest : 1;
  const [a, b, c] = [Math.max(edge, length), 80, 70].toSorted((x, y) => y - x) as [number, number, number];
  const [across, other, along] = a - b < b - c ? [a, b, c] : [b, c, a];
  const isBar = features?.isTurned === true && across - other <= 0.01 * across;
  const stock = isBar ? (Math.PI / 4) * across ** 2 * along : a * b * c;
  const removed = Math.max(0, Math.round(stock - volumeMm3));
  const area = Math.round(areaMm2 * ratio ** 2);
  if (rule.basis === 'removed') return removed * num;
  if (rule.basis === 'surface') return area * num;
  if (!features) return undefined;
  const { setups, holes, isTurned } = features;
  if (rule.basis === 'setup') return setups;
  const ofClass = (factor: number) =>
    holes.filter(
      ({ diameterMm, depthMm }) =>
        diameterMm * factor > (rule.diameterOverMm ?? 0) + 1e-3 &&
        depthMm * factor <= (rule.depthUpToMm ?? Infinity) + 1e-3,
    );
  const numberOf = (list: typeof holes) => list.reduce((sum, { count }) => sum + count, 0);
  if (rule.basis === 'hole') return Math.max(numberOf(ofClass(1)), numberOf(ofClass(ratio))) * num;
  const diameters = new Set(holes.map(({ diameterMm }) => diameterMm)).size;
  const halves = numberOf(holes) + 2 + diameters;
  const each = nearest([BigInt(removed) * 3n, isTurned ? 100n : 50n]) + nearest([BigInt(area) * 3n, 50n]);
  return setups * 60 + (each + halves * 30) * num;
}

function independently(
  rules: readonly ChargeRule[],
  parts: readonly Part[],
): { exact: Map<number, Fen>; finish: Map<number, Fraction> } {
  const exact = new Map<number, Fen>();
  const finish = new Map<number, Fraction>();
  const lines = parts.map((one) => ({ ...one, fen: lineOfPart(one).fen })).filter((one) => one.fen !== null);
  const all = lines.reduce((sum, { fen }) => sum + BigInt(fen ?? 0), 0n);
  const best = rules.reduce(
    (most, { kind, percent }) =>
      kind === 'discount' && hundredths(percent) > most ? hundredths(percent) : most,
    0n,
  );
  for (const rule of rules.toReversed()) {
    const mine = lines.filter(
      ({ materialId, options, counts }) =>
        (rule.machining === 'any' ||
          (counts?.features?.isTurned === true) === (rule.machining === 'turned')) &&
        (rule.scope === 'all' ||
          (rule.scope === 'material' && materialId === rule.materialId) ||
          (rule.scope === 'tag' && (materialId === 3) === (rule.materialTag === 'steel')) ||
          options.some(({ optionId }) => rule.scope === 'option' && optionId === rule.optionId)),
    );
    if (mine.length === 0) continue;
    const sum = mine.reduce((fen, one) => fen + BigInt(one.fen ?? 0), 0n);
    const amount = BigInt(rule.amountFen ?? 0);
    const least = BigInt(rule.minimumFen ?? 0);
    const counted: Record<string, Fraction> = {
      order: [amount, 1n],
      line: [amount * BigInt(mine.length), 1n],
      piece: [amount * mine.reduce((n, { num }) => n + BigInt(num), 0n), 1n],
      kg: [amount * mine.reduce((mg, one) => mg + BigInt(one.pieceMg) * BigInt(one.num), 0n), 1_000_000n],
      percent: [sum * hundredths(rule.percent), 10_000n],
      ...measured(rule, mine),
    };
    const [num, den] = counted[rule.basis] ?? [0n, 1n];
    if (rule.basis === 'finishMinimum') {
      let missing: Fraction = [least, 1n];
      for (const one of mine) {
        const price = one.options.find(({ optionId }) => optionId === rule.optionId)?.price ?? 0;
        const unit = one.options.reduce(
          (fen, option) => fen + hundredths(option.price),
          hundredths(one.machining),
        );
        if (unit > 0n)
          missing = plus(missing, [
            -BigInt(one.fen ?? 0) * hundredths(price) * (10_000n - best),
            unit * 10_000n,
          ]);
      }
      const isLess = rules.some(
        (other) =>
          other.basis === rule.basis &&
          other.optionId === rule.optionId &&
          (BigInt(other.minimumFen ?? 0) > least ||
            (BigInt(other.minimumFen ?? 0) === least && other.id < rule.id)),
      );
      if (missing[0] > 0n && !isLess) finish.set(rule.id, missing);
    } else if (rule.kind === 'discount') {
      if (hundredths(rule.percent) === best) exact.set(rule.id, -nearest([all * best, 10_000n]));
    } else if (rule.basis !== 'orderMinimum') {
      const isWeightless = rule.basis === 'kg' && num === 0n;
      if (!isWeightless) exact.set(rule.id, Math.max(nearest([num, den]), Number(least)));
    }
  }
  return { exact, finish };
}

/**
 * Charges, floors and discounts equal an independent calculation in fractions, and the total is rebuilt from what is stored,
 * for the given number of random carts with random rules.
 */
export function expectEqualCharges(numRuns: number): void {
  fc.assert(
    fc.property(chargeRules, chargedCarts, (rules, parts) => {
      const lines = parts.map(lineOfPart);
      const charges = chargesByRules(rules, lines);
      const { exact, finish } = independently(rules, parts);
      const fenOf = (found: readonly Charge[]) => found.reduce((fen, one) => fen + one.amountFen, 0);
      const linesFen = lines.reduce((fen, line) => fen + (line.fen ?? 0), 0);
      const sum = linesFen + fenOf(charges.filter(({ kind }) => kind !== 'minimum'));
      const discounts = rules.filter(({ kind }) => kind === 'discount').map(({ id }) => exact.get(id) ?? 0);
      // Only one of several equal discounts counts.
      expect(fenOf(charges.filter(({ kind }) => kind === 'discount'))).toBe(Math.min(0, ...discounts) || 0);
      for (const { id, kind } of rules) {
        if (kind === 'discount' || kind === 'minimum') continue;
        const missing = finish.get(id);
        const expected = missing ? nearest(missing) : (exact.get(id) ?? 0);
        const counted = fenOf(charges.filter(({ ruleId }) => ruleId === id));
        // Fills share one rounding.
        expect(Math.abs(counted - expected)).toBeLessThanOrEqual(missing ? 1 : 0);
      }
      const isPriced = lines.some(({ fen }) => fen !== null);
      const least = Math.max(
        0,
        ...rules.map(({ basis, minimumFen }) => (basis === 'orderMinimum' ? (minimumFen ?? 0) : 0)),
      );
      const { totalFen } = totalWithCharges(lines.map(asLine), charges);
      expect(totalFen).toBe(isPriced ? Math.max(sum, least) : 0);
      expect(linesFen + fenOf(charges)).toBe(totalFen);
      for (const { shares, amountFen } of withShares(charges, rules, lines))
        if (shares) expect(shares.reduce((fen, share) => fen + share.amountFen, 0)).toBe(amountFen);
      // Rebuilt from the stored traces and charges only, without the rules.
      const stored = JSON.parse(JSON.stringify(charges)) as Charge[];
      expect(stored.reduce((fen, one) => fen + chargeFen(one, lines.map(asLine)), 0)).toBe(
        totalFen - linesFen,
      );
      expect(totalWithCharges(lines.map(asLine), stored).totalFen).toBe(totalFen);
    }),
    { numRuns },
  );
}

/** A typed size or a unit that is not that of the file lowers no amount of a rule by measures. */
export function expectNoCheaperForgery(numRuns: number): void {
  const forged = fc.constantFrom([25.4, 1], [1 / 25.4, 1], [1, 25.4], [1, 4], [1, 0.3], [1, 0.05]);
  fc.assert(
    fc.property(chargeRules, chargedCarts, forged, (rules, parts, [unit = 1, typed = 1]) => {
      for (const { counts, num: drawn, ...part } of parts) {
        if (!counts) continue;
        // More pieces of a part 25 times as large would exceed the largest total.
        const num = 1 + (drawn % 20);
        const [length, width, height] = counts.boxMm;
        const line = lineOfPart({ ...part, num, length, isOpen: false });
        const measuredAs = (size: number, scale: number) => ({
          ...line,
          measures: measurePart(
            { length: length * size, width: width * size, height: height * size },
            { counts: scaledCounts(counts, scale), rates: timeRates, isChecked: true },
          ),
        });
        for (const rule of rules.filter(({ basis }) => isMeasured(basis))) {
          const fenOf = (one: ChargedLine) => chargesByRules([rule], [one])[0]?.amountFen ?? 0;
          // Rounding to mm² and seconds, for each piece.
          const noise = 2 + ((rule.amountFen ?? 0) * num * 4) / 60;
          expect(fenOf(measuredAs(typed, unit))).toBeGreaterThanOrEqual(fenOf(measuredAs(1, 1)) - noise);
        }
      }
    }),
    { numRuns },
  );
}

/** With any rules a larger quantity never makes an order cheaper or earlier, nor one piece of it dearer. */
export function expectFairQuantities(numRuns: number): void {
  const more = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 5_000 }));
  fc.assert(
    fc.property(chargeRules, chargedCarts, fc.nat(), more, (rules, parts, pick, added) => {
      const at = pick % parts.length;
      const before = parts[at];
      if (!before) throw new Error('a cart has parts');
      const larger = parts.with(at, { ...before, num: before.num + added });
      const [small, large] = [totalOf(rules, parts), totalOf(rules, larger)];
      expect(large).toBeGreaterThanOrEqual(small);
      expect(daysOf(rules, larger)).toBeGreaterThanOrEqual(daysOf(rules, parts));
      // Each amount is rounded to the fen once, which can be half a fen.
      const noise = rules.length + parts.length + 2;
      expect(large * before.num).toBeLessThanOrEqual(
        small * (before.num + added) + noise * (before.num + before.num + added),
      );
    }),
    { numRuns },
  );
}
