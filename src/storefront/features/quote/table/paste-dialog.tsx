import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/dialog.tsx';
import { TextArea } from '#storefront/ui/field.tsx';
import { isBlank, type PartFields } from '../draft/draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import type { QuoteState } from '../draft/quote-actions.ts';
import { parseBill } from './bill.ts';
import { namesIn } from './cell-values.ts';
import { fillRows } from './fill-rows.ts';

interface PasteDialogProps {
  state: QuoteState;
  scope: QuoteScope;
  /** The content of a new part. */
  newPart: PartFields;
  /** What was typed before the dialog was closed. */
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
  /** The parts were added. */
  onFilled: () => void;
}

const EXAMPLE = '支架\tAL6061\t80×40×10\t25\t去毛刺\n法兰\tSUS304\t120×120×15\t10';

/** Adds the parts of a pasted bill of materials to the quotation; they replace a single blank part. */
export function PasteDialog(props: PasteDialogProps) {
  const { state, scope, newPart, text, onText, onClose, onFilled } = props;
  const { parts, catalogue } = state;
  const rows = parseBill(text, namesIn(catalogue));
  const isFirst = parts.length === 1 && parts.every(isBlank);
  return (
    <Dialog
      title="粘贴零件清单"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            variant="primary"
            disabled={rows.length === 0}
            onClick={() => {
              fillRows({ state, scope, newPart, from: isFirst ? 0 : parts.length, rows });
              onFilled();
            }}
          >
            {rows.length === 0 ? '加入零件' : `加入 ${rows.length} 个零件`}
          </Button>
        </>
      }
    >
      <p>
        从电子表格复制后粘贴到下面：名称、材料、长×宽×高（一格或三格）、数量、备注。有表头时列的顺序不限。
      </p>
      <TextArea
        label="零件清单"
        rows={8}
        maxLength={200_000}
        placeholder={EXAMPLE}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </Dialog>
  );
}
