import { useMemo } from 'react';
import { processesLine } from '#domain/process-tree/chosen-processes.ts';
import { nodesById, type QuoteCatalogue } from '../draft/catalogue-types.ts';
import { partTitle, sizeText, type PartFields } from '../draft/draft.ts';
import { partChoices } from '../draft/part-texts.ts';
import { checkPart, MAX_ITEMS } from '../draft/validation.ts';
import type { Bom } from './bom.ts';
import type { TableColumn, BomRow, BomColumn } from './headings.ts';
import { cellText, processOf } from './cell-values.ts';
import { gappedColumns } from './fill-down.ts';
import { partOfRow } from './fill-rows.ts';
import styles from './paste-preview.module.css';

const meanings: Partial<Record<BomColumn['field'], string>> = {
  index: '序号',
  name: '名称',
  code: '名称（图号）',
  revision: '名称（版本）',
  material: '材料',
  size: '尺寸',
  diameter: '直径',
  bore: '备注（内径）',
  length: '长',
  width: '宽',
  height: '高',
  num: '数量',
  total: '数量（总数）',
  unit: '数量的单位',
  colour: '颜色',
  remark: '备注',
};

/** Maximum number of ignored lines whose text is shown. */
const MAX_SHOWN_LINES = 20;

const meaningText = (title: string, meaning: string) => (title === meaning ? title : `${title} → ${meaning}`);

interface PastePreviewProps {
  bom: Bom;
  /** The rows of the list, with the values chosen here for blank cells. */
  rows: readonly BomRow[];
  /** Number of rows that fit into the quotation. */
  addedCount: number;
  /** A part with the default configuration, which each row fills in. */
  newPart: PartFields;
  catalogue: QuoteCatalogue;
  /** Columns whose blank cells take the text above. */
  filledColumns: ReadonlySet<TableColumn>;
  onFilledColumns: (columns: ReadonlySet<TableColumn>) => void;
  /** The material for rows that state none. */
  material: string;
  onMaterial: (name: string) => void;
}

/** Previews a pasted list: the meaning of its columns, ignored lines, and the parts with their errors. */
export function PastePreview(props: PastePreviewProps) {
  const { bom, rows, addedCount, newPart, catalogue, filledColumns, onFilledColumns, material, onMaterial } =
    props;
  const parts = useMemo(
    () =>
      rows.slice(0, addedCount).map((row) => {
        const part = partOfRow(row, newPart, catalogue);
        return { part, errors: Object.values(checkPart(part, catalogue).errors ?? {}) };
      }),
    [rows, addedCount, newPart, catalogue],
  );
  const nodes = useMemo(() => nodesById(catalogue.tree), [catalogue]);
  const incompleteCount = parts.filter(({ errors }) => errors.length > 0).length;
  const unused = bom.columns.filter(({ field, title }) => field === 'other' && title !== '');
  const addedRows = bom.rows.slice(0, addedCount);
  const blanks = gappedColumns(addedRows);
  const statedMaterialCount = addedRows.filter((row) => row.material !== '').length;
  const noMaterialCount = rows
    .slice(0, addedCount)
    .filter((row) => row.material === '' || row.material === material).length;
  const nameOf = (column: TableColumn) =>
    meanings[column] ?? processOf(column, catalogue)?.name ?? '表面处理';
  return (
    <section className={styles.preview} aria-label="识别结果">
      {bom.columns.length > 0 && (
        <ul className={styles.columns} aria-label="各列的含义">
          {bom.columns
            .filter(({ title }) => title !== '')
            .map(({ field, title, unit }, index) => (
              <li key={`${index} ${title}`} data-unused={field === 'other' || undefined}>
                {meaningText(title, field === 'other' ? '只记入备注' : nameOf(field as TableColumn))}
                {unit !== '' && unit !== 'mm' && field !== 'other' ? `（按 ${unit} 换算成 mm）` : ''}
              </li>
            ))}
        </ul>
      )}
      {unused.length > 0 && (
        <p className={styles.warning}>
          {unused.map(({ title }) => `“${title}”`).join('、')}没有用于计价，内容记入备注。
        </p>
      )}
      {bom.ignoredLines.length > 0 && (
        <p className={styles.note}>
          不是零件，没有加入：
          {bom.ignoredLines
            .slice(0, MAX_SHOWN_LINES)
            .map((line) => `“${line.slice(0, 40)}”`)
            .join('、')}
          {bom.ignoredLines.length > MAX_SHOWN_LINES && ` 等 ${bom.ignoredLines.length} 行`}。
        </p>
      )}
      {rows.length > addedCount && (
        <p className={styles.warning}>
          一次最多报价 {MAX_ITEMS} 个零件，只加入前 {addedCount} 行，后面的不会加入。
        </p>
      )}
      {(blanks.length > 0 ||
        (statedMaterialCount < addedRows.length && (noMaterialCount > 0 || material !== ''))) && (
        <div className={styles.choices}>
          {blanks.length > 0 && <span>空白格向下填充（合并单元格）：</span>}
          {blanks.map(({ column, blankRows }) => (
            <label key={column}>
              <input
                type="checkbox"
                checked={filledColumns.has(column)}
                onChange={({ target }) => {
                  const next = new Set(filledColumns);
                  if (target.checked) next.add(column);
                  else next.delete(column);
                  onFilledColumns(next);
                }}
              />
              {nameOf(column)}（{blankRows} 格）
            </label>
          ))}
          {statedMaterialCount < addedRows.length && (
            <label>
              没有写材料的行
              <select value={material} onChange={({ target }) => onMaterial(target.value)}>
                <option value="">标红，加入后再选</option>
                {catalogue.materials.map(({ id, name }) => (
                  <option key={id} value={name}>
                    全部用 {name}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
      )}
      <p role="status" className={incompleteCount > 0 ? styles.warning : styles.note}>
        {incompleteCount > 0
          ? `${parts.length} 行中有 ${incompleteCount} 行没看懂或没写全，加入后标红，补全前不计价。`
          : `${parts.length} 行都看懂了。`}
      </p>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be scrollable with the keyboard */}
      <div className={styles.scroller} tabIndex={0} role="group" aria-label="零件预览">
        <table>
          <thead>
            <tr>
              {['零件', '材料', '尺寸', '数量', '工艺'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parts.map(({ part, errors }, index) => (
              <tr key={index} data-open={errors.length > 0 || undefined}>
                <th scope="row">{partTitle(part, index)}</th>
                <td>{cellText(part, 'material', catalogue)}</td>
                <td>{sizeText(part) || [part.length, part.width, part.height].filter(Boolean).join('×')}</td>
                <td>{part.num}</td>
                <td>
                  {errors.length > 0 ? errors.join('；') : processesLine(partChoices(part, nodes)) || '无'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
