import { chargeRules, type ChargeRuleInput } from '#contract/catalogue/charge-rules.ts';
import {
  chargeFigures,
  chargeFiguresOf,
  ONLY_FIGURES,
  type ChangeOf,
} from '#contract/prices/price-changes.ts';
import type { Row } from '../../field-types/field.ts';

/** What the input of a rule becomes in a draft, or a sentence about why it cannot be kept in one. */
export type DraftedRule = { change: ChangeOf<'charge'> } | { rule: ChargeRuleInput } | { obstacle: string };

const figureNames = new Set(Object.keys(chargeFigures.shape));

/** The input of a form as a change of a draft, or as a new rule for one. */
export function draftedRule(values: Readonly<Record<string, unknown>>, saved: Row | undefined): DraftedRule {
  const read = chargeRules.create.body.safeParse(values);
  if (!read.success) return { obstacle: '请先填写完整' };
  const input = read.data;
  if (!saved)
    return input.status === 2 ? { rule: input } : { obstacle: '停用的规则不收费，不需要草稿，请直接保存' };
  const record = chargeRules.one.data.safeParse(saved).data;
  if (!record) return { obstacle: '请先填写完整' };
  const others = Object.entries(input).filter(([name]) => !figureNames.has(name));
  if (others.some(([name, value]) => value !== Reflect.get(record, name)))
    return { obstacle: `${ONLY_FIGURES}保存` };
  const [before, after] = [chargeFiguresOf(record), chargeFiguresOf(input)];
  if (JSON.stringify(before) === JSON.stringify(after)) return { obstacle: '没有修改' };
  return { change: { kind: 'charge', ruleId: record.id, before, after } };
}

/** The change that switches on a rule which was saved switched off. */
export function switchedOn(ruleId: number, rule: ChargeRuleInput): ChangeOf<'charge'> {
  const before = chargeFiguresOf({ ...rule, status: 1 });
  return { kind: 'charge', ruleId, before, after: { ...before, status: 2 } };
}
