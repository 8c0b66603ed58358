import {
  chargeRuleImport,
  chargeRules,
  type ChargeRuleInput,
  type ChargeRuleRecord,
} from '#contract/catalogue/charge-rules.ts';
import { DISABLED } from '#contract/kernel/fields.ts';
import { leadOptions } from '#contract/catalogue/lead-options.ts';
import { materials } from '#contract/catalogue/materials.ts';
import { processes } from '#contract/catalogue/processes.ts';
import {
  basisFigures,
  CHARGE_BASES,
  chargeBasisLabels,
  chargeScopeLabels,
  HOLE_LIMITS,
  isMeasured,
  machiningLabels,
  onRepeatLabels,
  WAIVABLE_BASES,
  withoutModelLabels,
  type ChargeBasis,
  type ChargeFigure,
  type ChargeScope,
  type HoleLimit,
} from '#domain/charges/charge-rule.ts';
import { byKey } from '#domain/pick.ts';
import { CHARGE_LABELS } from '#domain/pricing/charges.ts';
import { lazyView } from '#providers/lazy-view.ts';
import type { DecimalField, Row } from '../../field-types/field.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { inputMatches, requiredWhen, optionsOf, sortAndStatusFields } from '../common-fields.ts';

const basisMatches = (passes: (basis: ChargeBasis) => boolean) => inputMatches('basis', CHARGE_BASES, passes);

/** The form shows the figures of the chosen basis (for discounts, the required ones); others are saved as absent. */
function figureConditions(name: ChargeFigure) {
  const isNeeded = basisMatches((basis) => basisFigures[basis].needed.includes(name));
  const isOptional = basisMatches((basis) => basisFigures[basis].optional.includes(name));
  const when = (inputs: Row) => isNeeded(inputs) || (inputs['kind'] !== 'discount' && isOptional(inputs));
  return { when, isNeeded };
}

const isWaivable = (inputs: Row) =>
  inputs['kind'] !== 'discount' && basisMatches((basis) => WAIVABLE_BASES.has(basis))(inputs);

const usesModel = basisMatches(isMeasured);
const usesHoles = (inputs: Row) => inputs['basis'] === 'hole';
const isFlat = (inputs: Row) => usesModel(inputs) && inputs['withoutModel'] === 'flat';

const holeLimitField = (limit: HoleLimit): Omit<DecimalField, 'label'> => ({
  type: 'decimal',
  unit: 'mm',
  when: usesHoles,
  hint: limit === 'diameterOverMm' ? '按孔径分级，每级一条规则；留空为不限。阶梯孔按最小孔径' : '留空为不限',
});

const requiredForScope = (scope: ChargeScope) => requiredWhen((inputs) => inputs['scope'] === scope);

export const chargeRule = defineResource<ChargeRuleRecord, ChargeRuleInput>()({
  name: 'charge-rule',
  path: '/admin/charge-rules',
  label: '附加费规则',
  permission: 'mfr:chargeRule',
  endpoints: chargeRules,
  imports: { spec: chargeRuleImport, endpoints: chargeRules },
  id: 'id',
  title: 'name',
  fields: {
    id: { type: 'int', label: '编号', width: 90 },
    name: { type: 'text', label: '规则', width: 280 },
    kind: {
      type: 'enum',
      numeric: false,
      options: optionsOf(CHARGE_LABELS, {
        setup: 'blue',
        minimum: 'gold',
        finish: 'purple',
        material: 'cyan',
        tooling: 'blue',
        inspection: 'blue',
        packing: 'blue',
        express: 'orange',
        freight: 'blue',
        days: 'orange',
        discount: 'green',
      }),
      width: 130,
      initial: 'setup',
      fromFilter: true,
      hint: '自动加在零件合计之外；零件的价格和数量阶梯不变',
    },
    label: { type: 'text', width: 130, initial: '', hint: '客户看到的名称；留空为费用的名称' },
    scope: {
      type: 'enum',
      numeric: false,
      options: optionsOf(chargeScopeLabels, { tag: 'cyan', material: 'blue', option: 'purple' }),
      width: 110,
      initial: 'all',
      hint: '只计算范围内的零件；折扣与起订金额针对全部零件',
    },
    materialTag: { type: 'dict', dictType: 'material_tag', initial: '', ...requiredForScope('tag') },
    materialId: {
      type: 'ref',
      label: '材料',
      source: materials.list,
      sourceId: 'id',
      sourceLabel: 'name',
      nameIn: 'target',
      ...requiredForScope('material'),
    },
    optionId: {
      type: 'treeRef',
      label: '工艺选项',
      source: processes.tree,
      sourceId: 'id',
      sourceLabel: 'name',
      nameIn: 'target',
      canChoose: (candidate: Row) => candidate['parentId'] !== 0,
      ...requiredForScope('option'),
    },
    target: { type: 'text', label: '适用对象', width: 140 },
    leadClassId: {
      type: 'ref',
      source: leadOptions.list,
      sourceId: 'id',
      sourceLabel: 'name',
      nameIn: 'leadTarget',
      hasZero: true,
      width: 120,
      hint: '费用：这一档位和更快的订单都收；折扣：这一档位和更慢的订单都享受。留空为全部订单',
    },
    basis: {
      type: 'enum',
      numeric: false,
      options: optionsOf(chargeBasisLabels),
      width: 140,
      initial: 'line',
      hint: '重量按模型体积，没有模型的按外形尺寸，乘以材料密度；装夹、孔、去除量、表面积和机时以本系统测量的模型为准；起订金额在折扣之后补足',
    },
    amount: { type: 'money', ...figureConditions('amount'), width: 110 },
    percent: {
      type: 'decimal',
      ...figureConditions('percent'),
      unit: '%',
      width: 100,
      hint: '零件合计的百分比，不含其他费用',
    },
    minimum: {
      type: 'money',
      ...figureConditions('minimum'),
      width: 120,
      hint: '起订的规则：不足这个金额时补足；其他规则：最少收取的金额，可留空',
    },
    dayMinutes: {
      type: 'int',
      ...figureConditions('dayMinutes'),
      unit: '分钟',
      width: 130,
      hint: '全部零件的机时合计，每满这么多分钟，交期加 1 个工作日，不足的不加；零件的交期不变，人工给定交期的零件不计',
    },
    machining: {
      type: 'enum',
      numeric: false,
      options: optionsOf(machiningLabels, { turned: 'cyan', milled: 'blue' }),
      width: 110,
      initial: 'any',
      when: usesModel,
      hint: '由模型的形状判断；看不出的算铣削件',
    },
    ...byKey(HOLE_LIMITS, holeLimitField),
    withoutModel: {
      type: 'enum',
      numeric: false,
      options: optionsOf(withoutModelLabels, { flat: 'blue', person: 'orange' }),
      width: 110,
      initial: 'free',
      when: usesModel,
      hint: '没有模型或模型量不出的零件：不收费也不加交期、每种零件收固定金额、转人工报价',
    },
    flat: { type: 'money', width: 130, ...requiredWhen(isFlat) },
    onRepeat: {
      type: 'enum',
      numeric: false,
      options: optionsOf(onRepeatLabels, { waived: 'green' }),
      width: 90,
      initial: 'charged',
      when: isWaivable,
      hint: '免收：形状（或图号与尺寸）、材料和工艺都与本公司以前的订单相同的零件不收这项费用',
    },
    validFrom: { type: 'date', initial: '', hint: '留空为不限' },
    validTo: { type: 'date', initial: '', hint: '含当天；留空为不限' },
    ...sortAndStatusFields('停用的规则不收费；已提交的订单与报价不变'),
  },
  list: {
    columns: [
      'id',
      'name',
      'kind',
      'label',
      'scope',
      'target',
      'leadClassId',
      'basis',
      'amount',
      'percent',
      'minimum',
      'dayMinutes',
      'machining',
      'withoutModel',
      'flat',
      'onRepeat',
      'validFrom',
      'validTo',
      'sort',
      'status',
      'remark',
      'updatedAt',
    ],
    filters: ['kind', 'basis', 'status'],
    hidden: [
      'id',
      'label',
      'scope',
      'target',
      'leadClassId',
      'amount',
      'percent',
      'minimum',
      'dayMinutes',
      'machining',
      'withoutModel',
      'flat',
      'onRepeat',
      'sort',
      'remark',
      'updatedAt',
    ],
    important: ['name', 'kind', 'status'],
  },
  // A copy starts switched off, because it would charge the same amount a second time.
  cloning: { renamed: [], values: { status: DISABLED } },
  removalEffect: '删除后不再收取这些费用；已提交的订单与已保存的报价不变。',
  refreshes: [['charge-rules']],
  formAside: lazyView(() => import('./charge-trial.tsx').then((m) => m.ChargeTrial)),
  importAction: lazyView(() => import('./import-draft-button.tsx').then((m) => m.ImportDraftButton)),
  formAction: lazyView(() => import('../figure-draft.tsx').then((m) => m.RuleDraft)),
  detailExtra: lazyView(() => import('../figure-history.tsx').then((m) => m.RuleHistory)),
});
