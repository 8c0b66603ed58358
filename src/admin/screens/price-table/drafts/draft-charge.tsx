import { useQueryClient } from '@tanstack/react-query';
import { Empty, Form, Select, Skeleton, Switch } from 'antd';
import { chargeRules, MAX_CHARGE_RULES } from '#contract/catalogue/charge-rules.ts';
import { DISABLED, ENABLED } from '#contract/kernel/fields.ts';
import { chargeFigures, chargeFiguresOf, type ChargeFigures } from '#contract/prices/price-changes.ts';
import { priceDrafts, type PriceDraftDetails } from '#contract/prices/price-drafts.ts';
import {
  figuresOfRule,
  isMeasured,
  RULE_FIGURES,
  ruleFigureLabels,
  ruleFigureUnits,
  WITHOUT_MODEL,
  withoutModelLabels,
  type RuleFigure,
} from '#domain/charges/charge-rule.ts';
import { useCommand } from '../../../calls/use-command.ts';
import { useEndpoint } from '../../../calls/use-endpoint.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { DRAFTS } from '../../../components/prices/draft-queries.ts';
import { NumberInput } from '../../../components/number-input.tsx';
import { useBusy } from '../../../components/use-busy.ts';

interface Fields extends Omit<ChargeFigures, 'status'> {
  ruleId: number;
  isOn: boolean;
}

/** Rejects an invalid figure with the message of the contract. */
function checkFigure(figure: RuleFigure, value: number | null): Promise<void> {
  const problem = chargeFigures.shape[figure].safeParse(value).error?.issues[0]?.message;
  return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem));
}

const NO_FIGURES = { figures: [] as readonly RuleFigure[], needed: new Set<RuleFigure>() };

/** Adds a change of a charge rule's figures or status to a draft. */
export function DraftCharge({ draft, onDone }: { draft: PriceDraftDetails; onDone: () => void }) {
  const command = useCommand();
  const [form] = Form.useForm<Fields>();
  const ruleId = Form.useWatch('ruleId', form);
  const chosenWithoutModel = Form.useWatch('withoutModel', form);
  const { busy, whileBusy } = useBusy<'save'>();
  const queryClient = useQueryClient();
  const { data } = useEndpoint(chargeRules.list, {
    query: { pageIndex: 1, pageSize: MAX_CHARGE_RULES },
    quiet: false,
    queryKey: ['charge-rules', 'for drafts'],
    gcTime: 0,
  });
  const rules = data?.list;
  const rule = rules?.find(({ id }) => id === ruleId);
  const withoutModel = chosenWithoutModel ?? rule?.withoutModel ?? 'free';
  const { figures, needed } = rule ? figuresOfRule({ basis: rule.basis, withoutModel }) : NO_FIGURES;

  const save = (fields: Fields) =>
    whileBusy('save', async () => {
      if (!rule) return;
      const before = chargeFiguresOf(rule);
      // Status 2 is in use, 1 is switched off.
      const after: ChargeFigures = { ...before, withoutModel, status: fields.isOn ? ENABLED : DISABLED };
      for (const figure of RULE_FIGURES)
        after[figure] = figures.includes(figure) ? (fields[figure] ?? null) : null;
      const result = await command(priceDrafts.add, {
        params: { id: draft.id },
        body: { version: draft.version, changes: [{ kind: 'charge', ruleId: rule.id, before, after }] },
      });
      await queryClient.invalidateQueries({ queryKey: [DRAFTS] });
      if (result.ok) onDone();
    });

  return (
    <Dialog
      title="调整附加费"
      okText="加入草稿"
      okButtonProps={{ loading: busy !== undefined, disabled: rule === undefined }}
      onOk={() => form.submit()}
      onCancel={onDone}
    >
      {rules === undefined ? (
        <Skeleton active paragraph={{ rows: 3 }} />
      ) : rules.length === 0 ? (
        <Empty description="还没有附加费规则" />
      ) : (
        <Form form={form} layout="vertical" requiredMark={false} onFinish={(fields) => void save(fields)}>
          <Form.Item label="附加费规则" name="ruleId">
            <Select
              placeholder="请选择规则"
              options={rules.map(({ id, name, status }) => ({
                value: id,
                label: status === ENABLED ? name : `${name}（已停用）`,
              }))}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={(id: number) => {
                const chosen = rules.find((candidate) => candidate.id === id);
                if (!chosen) return;
                const { status, ...chosenFigures } = chargeFiguresOf(chosen);
                form.setFieldsValue({ ...chosenFigures, isOn: status === ENABLED });
              }}
            />
          </Form.Item>
          {rule && isMeasured(rule.basis) ? (
            <Form.Item label="没有模型时" name="withoutModel">
              <Select
                options={WITHOUT_MODEL.filter((value) => value !== 'flat' || rule.basis !== 'days').map(
                  (value) => ({ value, label: withoutModelLabels[value] }),
                )}
              />
            </Form.Item>
          ) : null}
          {figures.map((figure) => (
            <Form.Item
              key={figure}
              label={`${ruleFigureLabels[figure]}（${ruleFigureUnits[figure]}）`}
              name={figure}
              rules={[
                { required: needed.has(figure), message: `请输入${ruleFigureLabels[figure]}` },
                { validator: (_rule, value?: number | null) => checkFigure(figure, value ?? null) },
              ]}
            >
              <NumberInput />
            </Form.Item>
          ))}
          {rule ? (
            <Form.Item label="启用" name="isOn" valuePropName="checked">
              <Switch />
            </Form.Item>
          ) : null}
        </Form>
      )}
    </Dialog>
  );
}
