import { useDeferredValue, useMemo, useState } from 'react';
import { MAX_LIST_LENGTH } from '#contract/orders/quotes.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { TextArea } from '#storefront/ui/form/field.tsx';
import { isBlank, type PartFields } from '../draft/draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import type { QuoteState } from '../draft/quote-actions.ts';
import { MAX_ITEMS } from '../draft/validation.ts';
import { readBill } from './bill.ts';
import { namesIn } from './cell-values.ts';
import { filledDown } from './fill-down.ts';
import { fillRows } from './fill-rows.ts';
import type { BillColumn } from './headings.ts';
import { PastePreview } from './paste-preview.tsx';

interface PasteDialogProps {
  state: QuoteState;
  scope: QuoteScope;
  /** The content of a new part. */
  newPart: PartFields;
  /** The text from before the dialog was closed. */
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
  /** The parts were added. */
  onFilled: () => void;
}

const EXAMPLE = '支架\tAL6061\t80×40×10\t25\t去毛刺\n法兰\tSUS304\tφ120×15\t10';

/** Adds the parts of a pasted bill of materials to the quotation; they replace a single blank part. What was understood is shown before. */
export function PasteDialog(props: PasteDialogProps) {
  const { state, scope, newPart, text, onText, onClose, onFilled } = props;
  const { parts, catalogue } = state;
  const [down, setDown] = useState<ReadonlySet<BillColumn>>(new Set());
  /** For rows that name none; empty when asked row by row. */
  const [material, setMaterial] = useState('');
  const wanted = useDeferredValue(text);
  const bill = useMemo(() => readBill(wanted, namesIn(catalogue)), [wanted, catalogue]);
  const rows = useMemo(
    () => filledDown(bill.rows, down).map((row) => (row.material === '' ? { ...row, material } : row)),
    [bill, down, material],
  );
  const isFirst = parts.length === 1 && parts.every(isBlank);
  const from = isFirst ? 0 : parts.length;
  const added = Math.min(rows.length, MAX_ITEMS - from);
  return (
    <Dialog
      title="粘贴零件清单"
      isWide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            variant="primary"
            disabled={added === 0 || wanted !== text}
            onClick={() => {
              fillRows({ state, scope, newPart, from, rows });
              onFilled();
            }}
          >
            {added === 0 ? '加入零件' : `加入 ${added} 个零件`}
          </Button>
        </>
      }
    >
      <p>
        从电子表格连同表头复制后粘贴到下面，列的顺序不限：名称、材料、尺寸（长×宽×高，圆料写
        φ直径×长）、数量，以及表面处理、公差、粗糙度等工艺。也可以把 .xlsx、.csv
        文件拖入页面，或用“选择模型文件”选取。
      </p>
      <TextArea
        label="零件清单"
        rows={rows.length === 0 ? 8 : 4}
        maxLength={MAX_LIST_LENGTH}
        placeholder={EXAMPLE}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      {rows.length > 0 && (
        <PastePreview
          bill={bill}
          rows={rows}
          added={added}
          newPart={newPart}
          catalogue={catalogue}
          down={down}
          onDown={setDown}
          material={material}
          onMaterial={setMaterial}
        />
      )}
    </Dialog>
  );
}
