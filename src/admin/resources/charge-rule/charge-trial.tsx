import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { chargeRules, ruleInFen } from '#contract/catalogue/charge-rules.ts';
import { ENABLED } from '#contract/kernel/fields.ts';
import { leadOptions, type LeadOption } from '#contract/catalogue/lead-options.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import { MAX_PAGE_SIZE } from '#contract/kernel/paging.ts';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import { LEAD_LABEL, STANDARD_ID } from '#domain/lead/lead-class.ts';
import { countsMeasures, rulesOn, type ChargeRule } from '#domain/charges/charge-rule.ts';
import { formatFen } from '#domain/money.ts';
import type { CncPrice, ProcessSelections } from '#domain/pricing/types.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { endpointQuery, useEndpoint } from '../../calls/use-endpoint.ts';
import {
  useMachiningPrices,
  useMaterials,
  useProcessTree,
} from '../../components/prices/catalogue-queries.ts';
import { LabelledField, ProcessSelects, SizeFields } from '../../components/prices/part-fields.tsx';
import styles from '../../components/prices/trial.module.css';
import { completeSelections, initialSize, partOf } from '../../components/prices/trial-part.ts';
import type { FormAsideProps } from '../../resource-kit/resource-parts.ts';
import { initialModel, measuresOf, ModelFields } from './trial-model.tsx';
import { parseRule, priceTrialOrder, type TrialOrder } from './trial-charges.ts';

const rulesQuery = endpointQuery(chargeRules.list, {
  query: { pageIndex: 1, pageSize: MAX_PAGE_SIZE, status: ENABLED },
  quiet: false,
  queryKey: ['charge-rules', 'on'],
});

const leadsQuery = endpointQuery(leadOptions.list, { quiet: false });

/** Shown beside the form of a rule: the charges for an order of one part, before and after the rule changes. */
export function ChargeTrial({ values, saved }: FormAsideProps) {
  const cncPrice = useMachiningPrices();
  const materials = useMaterials();
  const { data: tree } = useProcessTree();
  const { data: page } = useEndpoint(rulesQuery);
  const { data: leads } = useEndpoint(leadsQuery);
  const [today] = useState(() => dayText(dayNumber(new Date())));
  if (!cncPrice || !tree || !page || !leads || !materials || materials.length === 0) return null;
  const id = Number(saved?.['id'] ?? 0);
  const before = rulesOn(page.list.map(ruleInFen), today);
  const entered = parseRule(values, id, leads);
  return (
    <TrialSection
      materials={materials}
      tree={tree}
      cncPrice={cncPrice}
      before={before}
      after={typeof entered === 'string' ? entered : withRule(before, entered)}
      leads={leads}
      proposedMaterialId={findProposedMaterialId(materials, values)}
      proposedLeadClassId={Number(values['leadClassId'] ?? STANDARD_ID)}
      isOff={values['status'] !== 2}
    />
  );
}

const withRule = (rules: readonly ChargeRule[], entered: ChargeRule): ChargeRule[] =>
  rules.some(({ id }) => id === entered.id)
    ? rules.map((rule) => (rule.id === entered.id ? entered : rule))
    : [...rules, entered];

const findProposedMaterialId = (materials: readonly Material[], values: FormAsideProps['values']): number =>
  (
    materials.find(({ id }) => id === values['materialId']) ??
    materials.find(({ materialTag }) => materialTag === values['materialTag']) ??
    materials[0]
  )?.id ?? 0;

interface TrialSectionProps {
  materials: readonly Material[];
  tree: readonly ProcessTreeNode[];
  cncPrice: CncPrice;
  before: readonly ChargeRule[];
  /** An error message while the rule is invalid. */
  after: readonly ChargeRule[] | string;
  leads: readonly LeadOption[];
  proposedMaterialId: number;
  proposedLeadClassId: number;
  isOff: boolean;
}

function TrialSection({
  materials,
  tree,
  cncPrice,
  before,
  after,
  leads,
  proposedMaterialId,
  proposedLeadClassId,
  isOff,
}: TrialSectionProps) {
  const [chosenMaterialId, setChosenMaterialId] = useState<number>();
  const [chosenLeadClassId, setChosenLeadClassId] = useState<number>();
  const [size, setSize] = useState(initialSize);
  const [model, setModel] = useState(initialModel);
  const [options, setOptions] = useState<ProcessSelections>({});
  const materialId = chosenMaterialId ?? proposedMaterialId;
  const material = materials.find(({ id }) => id === materialId);
  const selections = useMemo(
    () => completeSelections(tree, materialId, options),
    [tree, materialId, options],
  );
  if (!material) return null;
  const part = partOf(materialId, size, selections);
  const leadClassId = chosenLeadClassId ?? proposedLeadClassId;
  const lead = leads.find(({ id }) => id === leadClassId);
  const rules = typeof after === 'string' ? before : after;
  const isMeasured = countsMeasures([...before, ...rules]);
  const measures = isMeasured ? measuresOf(model) : undefined;
  const trial =
    typeof measures === 'string'
      ? measures
      : priceTrialOrder({ material, part, measures, cncPrice, before, after: rules, lead });
  return (
    <section className={styles.trial} aria-label="附加费试算">
      <h2>试算</h2>
      <div aria-live="polite">
        {typeof trial === 'string' ? <p className={styles.note}>{trial}</p> : <Table trial={trial} />}
        {typeof after === 'string' ? <p className={styles.note}>修改后：{after}</p> : null}
        {isMeasured && model.kind === 'none' ? (
          <p className={styles.note}>没有三维模型的零件，规则按“没有模型时”的选择计算。</p>
        ) : null}
        {isOff ? <p className={styles.note}>规则停用时不收费；这里按启用试算。</p> : null}
      </div>
      <div className={styles.fields}>
        <LabelledField label="材料">
          {(id) => (
            <Select
              id={id}
              className={styles.wide}
              value={materialId}
              options={materials.map(({ id: value, name }) => ({ value, label: name }))}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={setChosenMaterialId}
            />
          )}
        </LabelledField>
        {leads.length > 1 ? (
          <LabelledField label={LEAD_LABEL}>
            {(id) => (
              <Select
                id={id}
                className={styles.wide}
                value={leadClassId}
                options={leads.map(({ id: value, name }) => ({ value, label: name }))}
                onChange={setChosenLeadClassId}
              />
            )}
          </LabelledField>
        ) : null}
        <SizeFields size={size} onChange={setSize} />
        {isMeasured ? <ModelFields model={model} onChange={setModel} /> : null}
        <ProcessSelects tree={tree} materialId={materialId} selections={selections} onChange={setOptions} />
      </div>
    </section>
  );
}

function Table({ trial: { partFen, rows, beforeFen, afterFen } }: { trial: TrialOrder }) {
  return (
    <table className={styles.comparison}>
      <thead>
        <tr>
          <th scope="col">一个零件的订单</th>
          <th scope="col">修改前</th>
          <th scope="col">修改后</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">零件小计</th>
          <td>{formatFen(partFen)}</td>
          <td>{formatFen(partFen)}</td>
        </tr>
        {rows.map(({ key, title, reason, before, after }) => (
          <tr key={key}>
            <th scope="row">
              {title}
              <small>{reason}</small>
            </th>
            <td>{before ?? '—'}</td>
            <td>{after ?? '—'}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">合计</th>
          <td>{formatFen(beforeFen)}</td>
          <td>{formatFen(afterFen)}</td>
        </tr>
      </tbody>
    </table>
  );
}
