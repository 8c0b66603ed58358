import type { Material, Option } from '../price-model.ts';
import type { Range } from './selection.ts';

/** A longer list of names ends with the total number. */
const MAX_NAMED = 3;

interface RowsAndColumns {
  materials: readonly Material[];
  options: readonly Option[];
}

/**
 * Names the selected rows and columns: `表面处理 阳极氧化` for a whole column, `AL6061 · 表面处理 阳极氧化` for a cell.
 * `all` contains the unfiltered rows and columns.
 */
export function selectionText(
  { materials, options }: RowsAndColumns,
  { top, left, bottom, right }: Range,
  all: RowsAndColumns,
): string {
  const rows = materials.slice(top, bottom + 1).map(({ name }) => name);
  const columns = options.slice(left, right + 1).map(({ processName, name }) => `${processName} ${name}`);
  const texts = [
    rows.length < materials.length || materials.length === 1 ? nameList(rows, '种材料') : '',
    columns.length < options.length || options.length === 1 ? nameList(columns, '个选项') : '',
  ].filter((text) => text !== '');
  if (texts.length > 0) return texts.join(' · ');
  const isFiltered = materials.length < all.materials.length || options.length < all.options.length;
  return isFiltered ? '筛选出的全部材料和选项' : '全部材料和选项';
}

const nameList = (names: readonly string[], unit: string): string =>
  names.length > MAX_NAMED
    ? `${names.slice(0, MAX_NAMED).join('、')} 等 ${names.length} ${unit}`
    : names.join('、');
