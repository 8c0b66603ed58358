import {
  reviewRuleImport,
  reviewRules,
  type ReviewRuleInput,
  type ReviewRuleRecord,
} from '#contract/catalogue/review-rules.ts';
import { DISABLED } from '#contract/kernel/fields.ts';
import { byKey } from '#domain/pick.ts';
import {
  defaultSentences,
  kindLimits,
  priceDisplayLabels,
  REVIEW_LIMITS,
  REVIEW_RULE_KINDS,
  reviewLimitUnits,
  reviewRuleKindLabels,
  THREAD_WORDS,
  type ReviewLimit,
} from '#domain/review/review-rule.ts';
import type { DecimalField, Row } from '../../field-types/field.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { inputMatches, requiredWhen, optionsOf, sortAndStatusFields } from '../common-fields.ts';

const limitHints: Readonly<Partial<Record<ReviewLimit, string>>> = {
  length: '零件可以任意摆放：最长边与三者中最大的比较，依此类推',
  smallestMm: '零件的长、宽、高有一个小于它时由人工报价',
  weightKg: '单件重量：有三维模型的按模型体积，其他按外形尺寸，乘以材料密度',
  amountYuan: '订单合计超过这个金额时由人工报价；0 表示所有订单',
  pieces: '一个零件超过这个数量时由人工报价',
  toleranceMm: '所选工艺写明这个公差或更严（如 ±0.01 mm），而零件没有图纸时，由人工报价',
};

/** The form shows and requires only the limits of the chosen kind; the others are saved as absent. */
const limitField = (limit: ReviewLimit): Omit<DecimalField, 'label'> => ({
  type: 'decimal',
  unit: reviewLimitUnits[limit],
  width: 110,
  ...requiredWhen(inputMatches('kind', REVIEW_RULE_KINDS, (kind) => kindLimits[kind].includes(limit))),
  hint: limitHints[limit],
});

export const reviewRule = defineResource<ReviewRuleRecord, ReviewRuleInput>()({
  name: 'gate-rule',
  path: '/admin/gate-rules',
  label: '人工报价规则',
  permission: 'mfr:gateRule',
  endpoints: reviewRules,
  imports: { spec: reviewRuleImport, endpoints: reviewRules },
  id: 'id',
  title: 'name',
  fields: {
    id: { type: 'int', label: '编号', width: 90 },
    name: { type: 'text', label: '规则', width: 260 },
    kind: {
      type: 'enum',
      numeric: false,
      options: optionsOf(reviewRuleKindLabels, {
        envelope: 'blue',
        smallest: 'blue',
        weight: 'cyan',
        amount: 'gold',
        pieces: 'purple',
        tolerance: 'orange',
        thread: 'orange',
        model: 'red',
        newCustomer: 'green',
      }),
      width: 120,
      initial: 'envelope',
      fromFilter: true,
      hint: '符合条件的零件或订单不能直接下单，客户只能提交询价，由人工报价',
    },
    ...byKey(REVIEW_LIMITS, limitField),
    words: {
      type: 'text',
      width: 160,
      initial: '',
      when: (inputs: Row) => inputs['kind'] === 'thread',
      hint: `工艺名称含其中一个词的零件要有图纸；留空为 ${THREAD_WORDS.join('、')}`,
    },
    sentence: {
      type: 'text',
      width: 240,
      hint: `客户在零件上看到这句话；留空则用默认，例如“${defaultSentences.envelope}”`,
    },
    priceDisplay: {
      type: 'enum',
      numeric: false,
      options: optionsOf(priceDisplayLabels, { reference: 'green' }),
      width: 110,
      initial: 'reference',
      hint: '自动算出的价格作为参考价给客户看，或者不显示',
    },
    ...sortAndStatusFields('停用的规则不起作用；已提交的订单与询价不变'),
  },
  list: {
    columns: [
      'id',
      'name',
      'kind',
      'sentence',
      'priceDisplay',
      ...REVIEW_LIMITS,
      'words',
      'sort',
      'status',
      'remark',
      'updatedAt',
    ],
    filters: ['kind', 'status'],
    hidden: ['id', ...REVIEW_LIMITS, 'words', 'sort', 'remark', 'updatedAt'],
    important: ['name', 'priceDisplay', 'status'],
  },
  // A copy starts switched off, because it still has the limits of the original.
  cloning: { renamed: [], values: { status: DISABLED } },
  removalEffect: '删除后，符合这些条件的零件和订单可以直接下单；已提交的订单与询价不变。',
});
