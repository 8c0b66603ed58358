import type { DictOption } from '#contract/system/dict-options.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import { plainCharacters } from './plain-characters.ts';

/** Other trade names of a grade: older Chinese, Japanese, American and brand names. The keys are normalised. */
const ALIASES: Readonly<Record<string, string>> = {
  '2a12': 'LY12',
  '5052': 'LF2',
  '6061': 'LD30',
  '6063': 'LD31',
  '7075': 'LC9',
  '303': 'Y1Cr18Ni9 S30317 1.4305',
  '304': '0Cr18Ni9 06Cr19Ni10 S30408 1.4301',
  '316l': '00Cr17Ni14Mo2 022Cr17Ni12Mo2 S31603 1.4404',
  '420j2': '3Cr13 30Cr13',
  q235b: 'Q235 A3',
  '20': 'S20C 1020',
  '45': 'S45C C45 1045',
  t2: '红铜 纯铜 C1100',
  'qsn6.50.1': '磷铜 磷青铜 C5191',
  pom: '聚甲醛 Delrin Acetal POMC',
  pmma: '有机玻璃 Acrylic',
  pa66: '尼龙66 Nylon66',
  ptfe: '特氟龙 聚四氟乙烯 四氟 Teflon',
  peek: '聚醚醚酮',
  tc4: 'Ti6Al4V Gr5 Grade5',
  ta2: '纯钛 Gr2 Grade2',
};

/** Category words around a grade, as in 铝合金6061, 304不锈钢 or Aluminum 6061. */
const CATEGORY = '铝合金|铝|不锈钢|碳钢|钢|黄铜|紫铜|青铜|铜合金|铜|钛合金|钛|工程塑料|塑料|铁';
const ENGLISH =
  'aluminium|aluminum|stainlesssteel|stainless|steel|brass|copper|bronze|titanium|plastic|nylon';
/** Category words and prefixes of standards before a grade: 铝合金6061, EN AW-6061, AISI 304. */
const LEADING = new RegExp(
  `^(?:(?:${CATEGORY})(?:板|棒|材)?(?=[a-z0-9])|(?:${ENGLISH})(?=[a-z0-9])|(?:alu|al|aa?|enaw)(?=\\d{4})|(?:sus|ss|s|aisi)(?=\\d{3}))+`,
);
/** Category and form words after a grade: 304不锈钢, 6061铝板. */
const TRAILING = new RegExp(
  `([a-z0-9])(?:(?:${CATEGORY})?(?:板材?|棒材?|板?料|材料?|型材|圆钢|方钢)|${CATEGORY}|${ENGLISH})$`,
);
/** A category word alone matches many materials, so it is not a name. */
const CATEGORY_WORDS = new Set(CATEGORY.split('|'));
// A catalogue may have a single material of these kinds of copper.
for (const word of ['黄铜', '紫铜', '青铜']) CATEGORY_WORDS.delete(word);

const normalize = (text: string) =>
  plainCharacters(text)
    .toLowerCase()
    .replaceAll(/[\s\-_#号()]|gr\.(?=\d)/g, (mark) => (mark === 'gr.' ? 'gr' : ''));

/** Reduces a name to its grade: AL6061-T6 to 6061, SUS304 to 304. */
const gradeOf = (name: string) =>
  name
    .replace(/^(?:al|sus)(?=\d)/, '')
    .replace(/^(.*\d.*)(?:t\d|h\d\d)$/, '$1')
    .replace(TRAILING, '$1');

const withoutCategory = (text: string) => text.replace(LEADING, '').replace(TRAILING, '$1');

const namesByMaterial = new WeakMap<Material, ReadonlySet<string>>();

/** All normalised names of a material, cached because every cell of a pasted list needs them. */
function namesOf(material: Material): ReadonlySet<string> {
  const names = namesByMaterial.get(material) ?? collectNames(material);
  namesByMaterial.set(material, names);
  return names;
}

function collectNames({ name }: Material): Set<string> {
  const words = [name, ...name.split(/\s+/)].map(normalize);
  const grades = words.flatMap((word) => [
    word,
    withoutCategory(word),
    gradeOf(word),
    word.replace(/(?:t\d|h\d\d)$/, ''),
  ]);
  const aliases = grades.flatMap((grade) => (ALIASES[grade] ?? '').split(' ').map(normalize));
  return new Set(
    [...grades, ...grades.map((grade) => grade.replace(/^al(?=\d)/, '')), ...aliases].filter(
      (candidate) => candidate !== '' && !CATEGORY_WORDS.has(candidate),
    ),
  );
}

/** Finds a material by name, grade or alias; undefined if none or several match. 316 does not match 316L. */
export function findMaterialByName(materials: readonly Material[], text: string): Material | undefined {
  const normalized = normalize(text);
  if (normalized === '') return undefined;
  const names = [normalized, withoutCategory(normalized)];
  // T651 is stress-relieved T6 plate.
  const withoutStressRelief = names.map((name) => name.replace(/(t\d)51[01]?$/, '$1'));
  for (const name of [...names, ...withoutStressRelief]) {
    const matches = materials.filter((material) => namesOf(material).has(name));
    if (matches.length > 0) return matches.length === 1 ? matches[0] : undefined;
  }
  return undefined;
}

const MAX_NAME = 120;

/** Colours that part lists put before or after a plastic. */
const COLOUR = '(?:本|原|[黑白灰红蓝绿黄])色|透明|[黑白]';
const COLOURED = new RegExp(`^(${COLOUR})(?=.)|(${COLOUR})(?:料|板|棒)?$`);

/** Finds a material among other words, and returns those as `rest`: POM黑色, 45# 调质, 6061 阳极黑. */
export function findMaterialInText(
  materials: readonly Material[],
  text: string,
): { material: Material; rest: string } | undefined {
  if (text.length > MAX_NAME) return undefined;
  const exact = findMaterialByName(materials, text);
  if (exact) return { material: exact, rest: '' };
  const plainText = plainCharacters(text).trim();
  const bare = plainText.replaceAll(/[()]/g, '').trim();
  const coloured = COLOURED.exec(bare);
  const rest = coloured?.[1] ?? coloured?.[2];
  if (coloured && rest !== undefined) {
    const material = findMaterialByName(materials, bare.replace(coloured[0], ''));
    if (material) return { material, rest };
  }
  const words = plainText
    .split(/[\s,、/()+;:|]+/)
    .flatMap((word) => word.match(/[\u4e00-\u9fff]+|[^\u4e00-\u9fff]+/g) ?? []);
  if (words.length < 2 || words.length > 8) return undefined;
  // Prefers the longest run of words that is a material's name.
  for (let count = words.length - 1; count > 0; count -= 1) {
    const matches = words.flatMap((_, from) => {
      if (from + count > words.length) return [];
      const material = findMaterialByName(materials, words.slice(from, from + count).join(''));
      return material
        ? [{ material, rest: [...words.slice(0, from), ...words.slice(from + count)].join(' ') }]
        : [];
    });
    if (matches.length > 0)
      return matches.every(({ material }) => material === matches[0]?.material) ? matches[0] : undefined;
  }
  return undefined;
}

/** Materials whose category, name, grade, alias or remark contains every word. */
export function searchMaterials(
  materials: readonly Material[],
  tags: readonly DictOption[],
  query: string,
): Material[] {
  const words = query.split(/\s+/).map(normalize).filter(Boolean);
  return materials.filter((material) => {
    const category = tags.find(({ value }) => value === material.materialTag)?.label ?? '';
    const text = [normalize(category + material.name + material.remark), ...namesOf(material)].join(' ');
    return words.every((word) => text.includes(word));
  });
}
