import { useDeferredValue, useMemo, useState } from 'react';
import { MAX_LIST_LENGTH } from '#contract/orders/quotes.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { TextArea } from '#storefront/ui/form/field.tsx';
import { isBlank } from '../draft/draft.ts';
import { MAX_ITEMS } from '../draft/validation.ts';
import { readBom } from './bom.ts';
import { catalogueNamesOf } from './cell-values.ts';
import { fillDown } from './fill-down.ts';
import { fillRows, type FillRowsOptions } from './fill-rows.ts';
import type { TableColumn } from './headings.ts';
import { PastePreview } from './paste-preview.tsx';

interface PasteDialogProps extends Pick<FillRowsOptions, 'state' | 'scope' | 'newPart'> {
  /** Kept while the dialog is closed. */
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
  onFilled: () => void;
}

const EXAMPLE = '支架\tAL6061\t80×40×10\t25\t去毛刺\n法兰\tSUS304\tφ120×15\t10';

/** Adds the parts of a pasted BOM to the quotation, after a preview; they replace a single blank part. */
export function PasteDialog(props: PasteDialogProps) {
  const { state, scope, newPart, text, onText, onClose, onFilled } = props;
  const { parts, catalogue } = state;
  const [filledColumns, setFilledColumns] = useState<ReadonlySet<TableColumn>>(new Set());
  /** The material for rows that state none; empty if the customer chooses it row by row. */
  const [material, setMaterial] = useState('');
  const deferredText = useDeferredValue(text);
  const bom = useMemo(() => readBom(deferredText, catalogueNamesOf(catalogue)), [deferredText, catalogue]);
  const rows = useMemo(
    () => fillDown(bom.rows, filledColumns).map((row) => (row.material === '' ? { ...row, material } : row)),
    [bom, filledColumns, material],
  );
  const replacesBlankPart = parts.length === 1 && parts.every(isBlank);
  const from = replacesBlankPart ? 0 : parts.length;
  const addedCount = Math.min(rows.length, MAX_ITEMS - from);
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
            disabled={addedCount === 0 || deferredText !== text}
            onClick={() => {
              fillRows({ state, scope, newPart, from, rows });
              onFilled();
            }}
          >
            {addedCount === 0 ? '加入零件' : `加入 ${addedCount} 个零件`}
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
          bom={bom}
          rows={rows}
          addedCount={addedCount}
          newPart={newPart}
          catalogue={catalogue}
          filledColumns={filledColumns}
          onFilledColumns={setFilledColumns}
          material={material}
          onMaterial={setMaterial}
        />
      )}
    </Dialog>
  );
}
