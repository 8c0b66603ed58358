import * as fc from 'fast-check';
import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import { leadConflict, STANDARD, STANDARD_ID, type LeadClass } from './lead-class.ts';

/** A class without limits. */
export const buildLead = (lead: Partial<LeadClass> = {}): LeadClass => ({
  id: 1,
  name: '加急',
  factor: 0.5,
  percent: 30,
  slots: null,
  maxEdgeMm: null,
  maxPieces: null,
  excluded: [],
  ...lead,
});

const hundredths = (min: number, max: number) => fc.integer({ min, max }).map((figure) => figure / 100);

const lead = fc.record({
  factor: hundredths(10, 500),
  percent: fc.oneof(fc.constant(0), hundredths(-9_000, 50_000), hundredths(-2_000, 5_000)),
});

/** Up to five classes that may be on together. */
export const leadClasses: fc.Arbitrary<LeadClass[]> = fc.array(lead, { maxLength: 12 }).map((drawn) => {
  const classes: LeadClass[] = [];
  for (const terms of drawn) {
    const id = classes.length + 1;
    const one = buildLead({ ...terms, id, name: `档位 ${id}` });
    if (classes.length < 5 && leadConflict(one, classes) === undefined) classes.push(one);
  }
  return classes;
});

/** The rules, of which some count in a class of these and in faster or slower ones, in 标准 and so on, or in a deleted class. */
export const withRuleLeads = (
  rules: readonly ChargeRule[],
  classes: readonly LeadClass[],
  picks: readonly number[],
): ChargeRule[] =>
  rules.map((rule, index) => {
    const pick = (picks[index] ?? 0) % (classes.length + 3);
    if (pick === 0 || rule.basis === 'days') return rule;
    if (pick === 1) return { ...rule, leadClassId: STANDARD_ID, leadFactor: STANDARD.factor };
    const lead = classes[pick - 2];
    return { ...rule, leadClassId: lead?.id ?? 99, leadFactor: lead?.factor ?? null };
  });

export const rulePicks: fc.Arbitrary<number[]> = fc.array(fc.nat(7), { minLength: 8, maxLength: 8 });
