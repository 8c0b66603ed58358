import { useMaterials } from '../../components/prices/catalogue-queries.ts';

const MAX_NAMES = 2;

interface Props {
  value: readonly number[];
  isDetail: boolean;
}

/** The names of the materials; a list shows only the first ones. */
export function MaterialNames({ value, isDetail }: Props) {
  const materials = useMaterials() ?? [];
  const chosen = new Set(value);
  const names = materials.filter(({ id }) => chosen.has(id)).map(({ name }) => name);
  const allNames = names.join('、');
  if (isDetail) return <>{allNames || `${value.length} 种材料`}</>;
  const shown = names.slice(0, MAX_NAMES).join('、');
  return <span title={allNames}>{names.length > MAX_NAMES ? `${shown} 等 ${value.length} 种` : shown}</span>;
}
