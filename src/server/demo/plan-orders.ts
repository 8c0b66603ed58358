import type { OrderStatus } from '#domain/orders/order-status.ts';
import { startOfHour, type DayNumber } from '#domain/shanghai-time.ts';
import { processesFor, processKey } from '#domain/process-tree/process-tree.ts';
import { unpricedSelections } from '#domain/process-tree/offered.ts';
import type { ProcessSelections } from '#domain/pricing/types.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import type { Catalogue, SoldMaterial } from '#server/modules/catalogue/catalogue.service.ts';
import type { Random } from './random.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEKDAY_WEIGHTS = [0.12, 1, 1.1, 1.05, 1, 0.95, 0.35]; // from Sunday

/** The relative number of orders on a day: grows over time, low on weekends and around the Spring Festival. */
function weightOf(day: DayNumber, first: DayNumber, days: number): number {
  // Day 0 was a Thursday.
  const weekdayWeight = WEEKDAY_WEIGHTS[(((day + 4) % 7) + 7) % 7] ?? 1;
  const date = new Date(day * DAY_MS);
  const dayOfYear = date.getUTCMonth() * 31 + date.getUTCDate();
  const festivalWeight = dayOfYear >= 25 && dayOfYear <= 48 ? 0.2 : 1;
  return weekdayWeight * festivalWeight * (0.7 + (0.6 * (day - first)) / days);
}

/** The instants of the given number of orders, from the first day until the end of the last, ascending. */
export function planTimes(
  random: Random,
  { first, days, count }: { first: DayNumber; days: number; count: number },
): Date[] {
  const allDays = Array.from({ length: days }, (_, index) => first + index);
  const sum = allDays.reduce((total, day) => total + weightOf(day, first, days), 0);
  let due = 0;
  const times: Date[] = [];
  for (const day of allDays) {
    due += (count * weightOf(day, first, days)) / sum;
    while (times.length < Math.round(due)) {
      times.push(new Date(startOfHour(day, 8).getTime() + random.between(0.3, 10.8) * HOUR_MS));
    }
  }
  return times.toSorted((a, b) => a.getTime() - b.getTime());
}

/** Prefixes of drawing numbers. */
const PREFIXES = ['DW', 'JX', 'TK', 'ZP'];
const NAMES = [
  '支架',
  '底板',
  '法兰',
  '轴套',
  '连接块',
  '盖板',
  '电机座',
  '导轨垫块',
  '端盖',
  '治具板',
  '散热器',
  '夹爪',
  '定位块',
  '传感器座',
];
const NUMBERS = [1, 2, 3, 5, 8, 10, 15, 20, 30, 50, 80, 100, 200, 500];
const toHalfMm = (mm: number) => Math.max(5, Math.round(mm * 2) / 2);

/** One to six parts that the price table can price. */
export function planItems(random: Random, catalogue: Catalogue): QuotationItem[] {
  const count = random.pickBy([1, 2, 3, 4, 6], (number) => 1 / number);
  const materials = [...catalogue.materials.values()];
  return Array.from({ length: count }, () => planItem(random, catalogue, materials));
}

/** The same parts, mostly in another quantity. */
export const planRepeat = (random: Random, items: readonly QuotationItem[]): QuotationItem[] =>
  items.map((item) => (random.chance(0.3) ? item : { ...item, num: planNum(random) }));

const planNum = (random: Random) => random.pickBy(NUMBERS, (num) => 1 / Math.sqrt(num));

function planItem(random: Random, catalogue: Catalogue, materials: readonly SoldMaterial[]): QuotationItem {
  for (;;) {
    const material = random.pickBy(materials, (candidate) => 1 / (2 + materials.indexOf(candidate)));
    const selections = planSelections(random, catalogue, material.id);
    if (unpricedSelections(material, selections).length > 0) continue;
    return {
      ...selections,
      name: `${random.pick(PREFIXES)}-${random.integer(1_001, 9_899)} ${random.pick(NAMES)}`,
      material: material.id,
      num: planNum(random),
      length: toHalfMm(material.length * random.between(0.25, 1.05)),
      width: toHalfMm(material.width * random.between(0.25, 1)),
      height: toHalfMm(material.height * random.between(0.2, 1)),
    };
  }
}

/** Mostly the first option of each process, which is the usual one. */
function planSelections(random: Random, { offered }: Catalogue, materialId: number): ProcessSelections {
  const selections: ProcessSelections = {};
  for (;;) {
    const next = processesFor(offered, materialId, selections).find(({ selected }) => selected === undefined);
    if (!next) return selections;
    const option = random.chance(0.65) ? next.options[0] : random.pick(next.options);
    if (option) selections[processKey(next.process.id)] = option.id;
  }
}

export interface PlannedMove {
  to: OrderStatus;
  at: Date;
  by: 'customer' | 'staff';
  reason: string;
  /** A value of the dictionary of refusal reasons; empty if none is given. */
  refusal: string;
}

const hoursAfter = (at: Date, random: Random, lowHours: number, highHours: number) =>
  new Date(at.getTime() + random.between(lowHours, highHours) * HOUR_MS);

/** Plans the moves of a placed order; nine of ten ship by the promised day. */
export function planProduction(random: Random, placedAt: Date, promisedDay: DayNumber): PlannedMove[] {
  const move = (to: OrderStatus, at: Date, by: PlannedMove['by'] = 'staff', reason = ''): PlannedMove => ({
    to,
    at,
    by,
    reason,
    refusal: '',
  });
  const confirmedAt = hoursAfter(placedAt, random, 0.3, 20);
  if (random.chance(0.02)) return [move('cancelled', confirmedAt, 'customer', '设计变更')];
  const daysLate = random.chance(0.9) ? -random.integer(0, 1) : random.integer(1, 5);
  const plannedAt = new Date(
    startOfHour(promisedDay + daysLate, 14).getTime() + random.between(0, 4) * HOUR_MS,
  );
  const shippedAt = new Date(Math.max(plannedAt.getTime(), confirmedAt.getTime() + 20 * HOUR_MS));
  const span = shippedAt.getTime() - confirmedAt.getTime();
  const at = (fraction: number) => new Date(confirmedAt.getTime() + fraction * span);
  return [
    move('confirmed', confirmedAt),
    move('producing', at(random.between(0.1, 0.3))),
    move('inspecting', at(random.between(0.75, 0.92))),
    move('shipped', shippedAt),
    move('completed', hoursAfter(shippedAt, random, 60, 220)),
  ];
}

/** Plans the answer to a quotation or an offer, accepted with probability `loyalty`; undefined lets it expire. */
export function planAnswer(
  random: Random,
  quotedAt: Date,
  { loyalty, isOffer, refusals }: { loyalty: number; isOffer: boolean; refusals: readonly string[] },
): PlannedMove | undefined {
  const at = hoursAfter(quotedAt, random, 1, 150);
  if (random.chance(loyalty)) return { to: 'placed', at, by: 'customer', reason: '', refusal: '' };
  if (!random.chance(isOffer ? 0.6 : 0.15)) return undefined;
  return { to: 'cancelled', at, by: 'customer', reason: '', refusal: isOffer ? random.pick(refusals) : '' };
}
