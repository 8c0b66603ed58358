import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargeRules } from '#domain/charges/charges.test-data.ts';
import { rules as reviewRules } from '#domain/review/carts.test-data.ts';
import { leadClasses, rulePicks, withRuleLeads } from '#domain/lead/lead.test-data.ts';
import type { ProcessSelections } from '#domain/pricing/types.ts';
import type { CartCatalogue } from '#domain/quotation/cart.ts';
import { toRequest, priceCart } from '#domain/quotation/price-cart.ts';
import { offeredTree } from '#domain/process-tree/offered.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import { buildMaterial, buildPart, catalogue as sample } from './fixtures.test-data.ts';
import { nodesById, type QuoteCatalogue } from './catalogue-types.ts';
import { chargeResultOf } from './charges/charged-lines.ts';
import type { PartDraft } from './draft.ts';
import { createReviewedPrices } from './reviewed-prices.ts';
import { summarise, withCharges } from './price-draft.ts';

// Titanium has no machining price, and the steel no price for 去应力退火.
const catalogue: QuoteCatalogue = {
  ...sample,
  materials: [
    ...sample.materials.map((one) =>
      one.id === 2 ? { ...one, processConfig: one.processConfig.filter(({ id }) => id !== 32) } : one,
    ),
    buildMaterial({ id: 4, name: 'TC4', materialTag: 'titanium' }),
  ],
};
const ofServer: CartCatalogue<Material> = {
  ...catalogue,
  materials: new Map(catalogue.materials.map((one) => [one.id, one])),
  offered: offeredTree(catalogue.tree, catalogue.materials),
  processNames: new Map([...nodesById(catalogue.tree)].map(([id, { name }]) => [id, name])),
};

const edge = fc.integer({ min: 1, max: 200_000 }).map((hundredths) => String(hundredths / 100));
const aluminium = fc.constantFrom<ProcessSelections>(
  { process_10: 12, process_20: 21 },
  { process_10: 13, process_13: 132, process_20: 22 },
);
const steel = fc.constantFrom<ProcessSelections>(
  { process_10: 11, process_20: 21, process_30: 32 },
  { process_10: 15, process_20: 22, process_30: 31 },
);
const choice = fc.oneof(
  fc.record({ materialId: fc.constantFrom(1, 3, 4), selections: aluminium }),
  fc.record({ materialId: fc.constant(2), selections: steel }),
);
const parts = fc.array(
  fc
    .tuple(choice, fc.record({ length: edge, width: edge, height: edge }), fc.integer({ min: 1, max: 9_999 }))
    .map(([chosen, size, num]) => ({ ...chosen, ...size, num: String(num) })),
  { minLength: 1, maxLength: 5 },
);

test('the page and the server price every cart alike', () => {
  fc.assert(
    fc.property(
      parts,
      reviewRules,
      chargeRules,
      leadClasses,
      rulePicks,
      fc.nat(5),
      fc.boolean(),
      (drawn, reviewRules, some, classes, picks, chosen, isNewCustomer) => {
        const charges = withRuleLeads(some, classes, picks);
        const lead = classes[chosen];
        const drafts = drawn.map((fields, index): PartDraft =>
          buildPart({ ...fields, key: `part-${index}` }),
        );

        const chargeTable = { rules: charges };
        const prices = createReviewedPrices(catalogue, { rules: reviewRules, isNewCustomer, chargeTable });
        const whole = prices.findReviewReasons(drafts);
        const isHidden = whole.some(({ priceDisplay }) => priceDisplay === 'hidden');
        const summary = summarise(drafts, isHidden ? prices.hiddenViewOf : prices.viewOf, whole);
        const offered = classes.map((one) => ({ ...one, excluded: [...one.excluded], left: null }));
        const table = { rules: charges, leadClasses: offered };
        const shown = withCharges(summary, chargeResultOf(table, summary.lines, catalogue, lead?.id ?? null));

        const cart = {
          parts: summary.lines.flatMap(({ view }) => view.checked.item ?? []),
          lead,
          unpriced: 'open',
        } as const;
        const facts = { isNewCustomer, lines: [] };
        const priced = priceCart(ofServer, { reviewRules, charges }, cart, facts);
        const needsReview = priced.reviewReasons.length > 0;
        const asked = needsReview ? toRequest({ charges }, priced) : priced;
        expect(shown.totalFen).toBe(asked.total.totalFen);
        expect(shown.deliveryTime).toBe(asked.total.deliveryDays);
        expect(shown.unpricedCount + shown.reviewCount + shown.reviewReasons.length > 0).toBe(needsReview);
        expect((shown.charges ?? []).map(({ amountFen }) => amountFen)).toEqual(
          asked.charges.map(({ amountFen }) => amountFen),
        );
      },
    ),
    { numRuns: 150 },
  );
});
