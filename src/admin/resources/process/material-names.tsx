import { useMaterials } from '../../components/prices/catalogue-queries.ts';

const MOST_NAMES = 2;

interface Props {
  value: readonly number[];
  isWhole: boolean;
}

/** The names of a rule's materials; only the first ones in a list. */
export function MaterialNames({ value, isWhole }: Props) {
  const materials = useMaterials() ?? [];
  const chosen = new Set(value);
  const names = materials.filter(({ id }) => chosen.has(id)).map(({ name }) => name);
  const all = names.join('、');
  if (isWhole) return <>{all || `${value.length} 种材料`}</>;
  const shown = names.slice(0, MOST_NAMES).join('、');
  return <span title={all}>{names.length > MOST_NAMES ? `${shown} 等 ${value.length} 种` : shown}</span>;
}
