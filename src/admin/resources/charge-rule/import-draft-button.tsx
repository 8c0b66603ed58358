import { chargeRuleImport } from '#contract/catalogue/charge-rules.ts';
import { chargeFigures, ONLY_FIGURES } from '#contract/prices/price-changes.ts';
import { priceDrafts } from '#contract/prices/price-drafts.ts';
import type { RecordReport } from '#contract/kernel/record-import.ts';
import { useCommand } from '../../calls/use-command.ts';
import type { DraftTarget } from '../../components/add-to-draft.ts';
import { SaveAsDraft } from '../../components/prices/save-as-draft.tsx';
import type { ImportActionProps } from '../../resource-kit/resource-parts.ts';
import { usePermission } from '../../session/use-permission.ts';

const { columns } = chargeRuleImport;
const figureHeadings = new Set<string>(Object.keys(chargeFigures.shape).map(headingOf));

function headingOf(field: string): string {
  return Object.entries(columns).find(([name]) => name === field)?.[1].head ?? field;
}

/** Why the rows of a file cannot be saved as a draft; undefined if they can. */
function obstacleOf({ created, changed }: RecordReport): string | undefined {
  const other = changed.find(({ fields }) => fields.some(({ head }) => !figureHeadings.has(head)));
  if (other) return `第${other.row}行：${ONLY_FIGURES}导入`;
  const { head, values } = columns.status;
  // Status 2 is on.
  const isOn = ({ fields }: RecordReport['created'][number]) =>
    fields.some((field) => field.head === head && field.after === values[2]);
  return changed.length === 0 && !created.some(isOn) ? '停用的规则不收费，不需要草稿，请直接导入' : undefined;
}

/** Saves the previewed rules as a draft of prices instead of applying them. */
export function ImportDraftButton({ report, file, onDone }: ImportActionProps) {
  const command = useCommand();
  const mayEditPrices = usePermission('mfr:price:edit');
  const mayEditRules = usePermission('mfr:chargeRule:edit');
  if (!mayEditPrices || !mayEditRules) return null;
  const obstacle = obstacleOf(report);
  const { token, created } = report;

  async function save(target: DraftTarget): Promise<boolean> {
    const { ok } =
      'id' in target
        ? await command(priceDrafts.addRules, {
            params: { id: target.id },
            body: { token, file, version: target.version },
          })
        : await command(priceDrafts.createFromRules, { body: { ...target, token, file } });
    return ok;
  }

  return (
    <SaveAsDraft
      disabled={obstacle !== undefined}
      title={obstacle}
      changes={save}
      note={created.length > 0 ? '新规则先保存为停用，草稿发布时启用。' : undefined}
      onSaved={() => void onDone()}
    />
  );
}
