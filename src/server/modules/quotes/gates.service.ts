import { inArray } from 'drizzle-orm';
import { ASKED, gatesOf, gateText, hiddenLines, isHeld, type OpenGate } from '#domain/gates/gates-of.ts';
import type { Cart, CartLine } from '#domain/gates/cart.ts';
import type { GateRule } from '#domain/gates/gate-rule.ts';
import { rulesOn } from '#domain/charges/charge-rule.ts';
import { priceItem } from '#domain/pricing/price-item.ts';
import { withStep } from '#domain/pricing/line.ts';
import type { CncPrice } from '#domain/pricing/types.ts';
import { unpricedSelections } from '#domain/process-tree/offered.ts';
import { processWorks } from '#domain/process-tree/chosen-processes.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { partShape } from '#domain/stock/part-shape.ts';
import { isDrawing } from '#geometry/drawing-check.ts';
import type { Db } from '#server/db/database.ts';
import { files } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { holdsOfParts } from '#server/modules/models/part-models.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import { isNewCustomer } from './new-customer.queries.ts';

export { isNewCustomer };
import { totalOfItems, type PricedItem, type PricedOrder } from './quotes.service.ts';

interface GateDeps {
  db: Db;
  catalogue: Catalogue;
  settings: Settings;
}

/** The facts that rules of some kinds ask the database for. */
const asks = (rules: readonly GateRule[], ...kinds: GateRule['kind'][]): boolean =>
  rules.some(({ kind }) => kinds.includes(kind));

/** Whether the day's rules count or ask about the models of parts: a model that is not measured yet must not pass as what was sent. */
export const asksModels = (
  { gateRules, chargeRules }: Pick<Catalogue, 'gateRules' | 'chargeRules'>,
  now: Date,
): boolean =>
  asks(gateRules, 'weight', 'model') ||
  rulesOn(chargeRules, dayText(dayNumber(now))).some(({ basis }) => basis === 'kg');

/** What the rules ask about an order besides its parts; the same for every variant of them. */
interface GateFacts {
  lines: readonly Pick<CartLine, 'hasDrawing' | 'holds'>[];
  isNewCustomer: boolean;
}

/** Reads what the rules ask about an order of this customer. Without rules and models it asks the database for nothing. */
async function readFacts(
  { db, catalogue: { gateRules: rules }, settings }: GateDeps,
  userId: number,
  items: readonly PricedItem[],
): Promise<GateFacts> {
  const [hasDrawing, holds, isNew] = await Promise.all([
    asks(rules, 'tolerance', 'thread') ? findDrawings(db, items) : [],
    holdsOfParts(
      db,
      settings,
      items.map(({ item, material }) => ({ model: item.model, materialTag: material.materialTag })),
    ),
    asks(rules, 'newCustomer') && isNewCustomer(db, userId),
  ]);
  return {
    lines: items.map((_, index) => ({ hasDrawing: hasDrawing[index] ?? false, holds: holds[index] ?? [] })),
    isNewCustomer: isNew,
  };
}

const NO_FACTS = { hasDrawing: false, holds: [] };

/** A priced order with what keeps it from being ordered at once, for the customer who would order it. */
export async function gatedOrder(deps: GateDeps, userId: number, priced: PricedOrder): Promise<PricedOrder> {
  const { catalogue } = deps;
  const facts = await readFacts(deps, userId, priced.items);
  const lines = priced.items.map((one, index) =>
    cartLine(catalogue, priced.cncPrice, one, facts.lines[index] ?? NO_FACTS),
  );
  const cart: Cart = { isNewCustomer: facts.isNewCustomer, lines };
  return { ...priced, gates: gatesOf(catalogue.gateRules, cart), holds: lines.map(({ holds }) => holds) };
}

/** Whether variants of an order's only part can be ordered at once: same files and model, other choices. */
export async function variantCheck(
  deps: GateDeps,
  userId: number,
  { items, cncPrice }: PricedOrder,
): Promise<(variant: PricedItem) => boolean> {
  const { catalogue } = deps;
  const { lines, isNewCustomer: isNew } = await readFacts(deps, userId, items);
  return (variant) =>
    !isHeld(catalogue.gateRules, {
      isNewCustomer: isNew,
      lines: [cartLine(catalogue, cncPrice, variant, lines[0] ?? NO_FACTS)],
    });
}

function cartLine(
  { processNames }: Catalogue,
  cncPrice: CncPrice,
  { item, material, price }: PricedItem,
  facts: Pick<CartLine, 'hasDrawing' | 'holds'>,
): CartLine {
  const { length, width, height, num, model } = item;
  const choices = price.trace.options.map((option) => ({
    ...option,
    processName: processNames.get(option.processId) ?? '',
    optionName: processNames.get(option.optionId) ?? '',
  }));
  const unpriced = unpricedSelections(material, item).map(({ processId, optionId }) => {
    const { processName = '', optionName = '' } =
      choices.find((choice) => choice.processId === processId && choice.optionId === optionId) ?? {};
    return `“${processName}：${optionName}”`;
  });
  const isOpen = unpriced.length > 0 || price.trace.steps !== undefined;
  const what = unpriced.length > 0 ? unpriced.join('、') : `材料 ${material.name} `;
  return {
    length,
    width,
    height,
    num,
    density: material.density,
    volumeMm3: partShape(item, model).volumeMm3,
    subTotalFen: isOpen ? undefined : price.subTotalFen,
    subTotalAt: (pieces) => priceItem(material, { ...item, num: pieces }, cncPrice).subTotalFen,
    works: processWorks(choices),
    unpriced: isOpen ? `${what}没有在线价格，由我们人工报价` : undefined,
    ...facts,
  };
}

/** Which items have a drawing among their files. */
async function findDrawings(db: Db, items: readonly PricedItem[]): Promise<boolean[]> {
  const ids = [...new Set(items.flatMap(({ item }) => item.fileIds ?? []))];
  const named =
    ids.length === 0
      ? []
      : await db.select({ id: files.id, name: files.name }).from(files).where(inArray(files.id, ids));
  const drawings = new Set(named.filter(({ name }) => isDrawing(name)).map(({ id }) => id));
  return items.map(({ item }) => (item.fileIds ?? []).some((id) => drawings.has(id)));
}

/** Throws `order.needs_review` with the gates when one is open. */
export function assertUngated(gates: readonly OpenGate[]): void {
  const [first] = gates;
  if (!first) return;
  const more = gates.length > 1 ? ` 等 ${gates.length} 项` : '';
  const msg = `${gateText(first)}${more}，需要人工报价，请提交询价`;
  throw new AppError('order.needs_review', { msg, data: { gates } });
}

/**
 * A request: lines whose price a rule hides stay open for a person and do not count, and it says why a person prices it, be it
 * its customer's wish alone.
 * @param isAsked the customer asked for a person before, whatever the rules say
 */
export function asRequest(priced: PricedOrder, isAsked = false): PricedOrder {
  const gates = isAsked || priced.gates.length === 0 ? [...priced.gates, ASKED] : priced.gates;
  const { all, lines } = hiddenLines(gates);
  const items = priced.items.map((one, index): PricedItem => {
    const { trace } = one.price;
    const isHidden = (all || lines.has(index + 1)) && trace.steps === undefined;
    if (!isHidden) return one;
    return { ...one, price: { ...one.price, trace: withStep(trace, { kind: 'open', isHeld: true }) } };
  });
  return { ...priced, items, gates, total: totalOfItems(items) };
}
