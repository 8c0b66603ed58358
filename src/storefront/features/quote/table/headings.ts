import type { ProcessKey } from '#domain/pricing/types.ts';
import { mentionsFinish } from './choice-words.ts';
import { plainText, STAGE } from './list-size.ts';

/** The fields of a BOM, in the order of the parts table. */
export const BOM_FIELDS = [
  'name',
  'material',
  'length',
  'width',
  'height',
  'num',
  'finish',
  'remark',
] as const;
export type BomField = (typeof BOM_FIELDS)[number];

/** A column of the parts table; processes other than the finish have their own. */
export type TableColumn = BomField | ProcessKey;

/** One part of a BOM: plain digits where a number was understood, else the text of the cell. */
export type BomRow = Record<BomField, string> &
  Partial<Record<ProcessKey, string>> & {
    /** Length and width are the diameter. */
    isRound?: boolean;
  };

type Heading =
  | BomField
  | 'size'
  | 'diameter'
  | 'bore'
  | 'sizeUnit'
  | 'index'
  | 'code'
  | 'revision'
  | 'total'
  | 'unit'
  | 'colour';

/**
 * The meaning of a column of a BOM. Drawing number and revision become the start of the name, where orders and the part
 * library read them; the text of `other` columns is added to the remark.
 */
export interface BomColumn {
  field: Heading | ProcessKey | 'other';
  title: string;
  /** Unit of lengths or pieces from the heading: 长（cm）, 数量（千件）; else empty. */
  unit: string;
  /** For a size column: its cells state a diameter, then a length. */
  isRound?: boolean;
  /** The title names the choice and the cells tick it: 喷砂 with √. */
  isChoice?: boolean;
  /** For a quantity column: its stage, such as 样品. If a list has several stages, the customer chooses one. */
  stage?: string;
}

const HEADINGS: readonly [Heading, RegExp][] = [
  ['index', /^(?:序号?|编号|项次?|行号|no\.?|#|item|s\/?n|pos(?:ition)?\.?)$/],
  [
    'name',
    /^(?:(?:零|部|零部|工)?件?(?:名称?)|零件|部件|工件|品名|图名|(?:产品|物料|货物|配件|加工件|商品)(?:名称?)?|(?:物料|产品)?描述|part(?:name)?|(?:item)?name|(?:item|part)?description|benennung|bezeichnung|(?:bau)?teil)$/,
  ],
  [
    'code',
    /^(?:图(?:纸)?(?:编?号)|(?:零件|工件|部件|物料|产品)(?:编?号|编码|代码)|[件料货型]号|存货编码|品番|(?:drawing|dwg|part|item)(?:no\.?|number|#|code)|p\/?n|sku|(?:zeichnungs|teile|artikel|sach)-?(?:nummer|nr\.?))$/,
  ],
  ['revision', /^(?:版本号?|版次|图纸版本|rev\.?|revision)$/],
  [
    'material',
    /^(?:(?:原|零件|加工|毛坯)?材[料质](?:名称|牌号|要求|类型|种类|型号|材质|\/材质|\/牌号)?|材[料质](?:[及与和/+、](?:状态|热处理|牌号|硬度|颜色|表面处理))|[用原]?料|料质|牌号|材料及牌号|钢号|mat(?:eria)?'?l?s?\.?|(?:material)?grade|materialname|rawmaterial|材[料质]状态|temper|werkstoff)$/,
  ],
  [
    'size',
    /^(?:(?:成品|零件|外形|最大外?形?|最终|加工|包络|产品|轮廓)?尺寸(?:规格|要求)?|外形|规格(?:尺寸|型号)?|尺寸及规格|长[×x*/、]?宽[×x*/、]?[高厚]|l[×x*]w[×x*][ht]|[dφ][×x*/]?l|(?:直径|外径)[×x*/]长度?|寸法|(?:overall|part)?(?:sizes?|dim(?:ension)?s?)|spec(?:ification)?s?|abmessung(?:en)?|ma(?:ß|ss)e|größe)\.?$/,
  ],
  ['sizeUnit', /^(?:(?:尺寸|长度)单位|(?:size|length|dimension)units?)$/],
  [
    'diameter',
    /^(?:直径|外径|外圆|圆径|φ|d|od|o\.d\.?|dia\.?|(?:outer)?diameter|直径φ|外径φ|外径d|直径d|(?:außen)?durchmesser)$/,
  ],
  ['bore', /^(?:内径|内孔|孔径|id|i\.d\.?|innerdiameter|内径d)$/],
  ['length', /^(?:总?长度?l?|l|len\.?|length|länge)$/],
  ['width', /^(?:总?宽度?[wb]?|w|b|width|breite)$/],
  ['height', /^(?:总?高度?h?|板?厚度?t?|[高厚]\/[高厚]|h|t|height|thickness|thk\.?|höhe|dicke|stärke)$/],
  ['total', /^(?:总数量?|合计数量?|总件数|总需求|总用量|total(?:qty|quantity)?)$/],
  [
    'num',
    /^(?:(?:需求|需|订购|采购|订单|订货|下单|加工|生产|计划|购买|询价|报价|本次|需要)?数量?\d?|件数|个数|数目|(?:订购|采购|需求)量|批量|q'?t'?y\.?\d?|quantity|pcs|num(?:ber)?|orderqty|pieces|menge|stück(?:zahl)?|anzahl)$/,
  ],
  ['unit', /^(?:(?:计量|数量)?单位|unit|uom|einheit)$/],
  ['colour', /^(?:颜色(?:要求)?|色|colou?r|表面颜色|材料颜色)$/],
  [
    'finish',
    /^(?:表面(?:处理|工艺|要求|涂层|镀层|状态)?(?:方式|要求|工艺)?|表处|(?:后|外观)?处理(?:方式|要求|工艺)?|[镀涂]层|电镀|涂装|喷涂|外观|(?:surface)?(?:finish(?:ing)?|treatment|coating|plating)|surface|oberfläche(?:nbehandlung)?)$/,
  ],
  [
    'remark',
    /^(?:备注?|备注说明|说明|(?:技术|其[他它]|特殊|加工|工艺|质量)?要求|注|附注|remarks?|notes?|comments?|bemerkung(?:en)?|hinweise?)$/,
  ],
];

/** Names of common processes. A title matches the process of the shop whose name is in the same group. */
const PROCESS_GROUPS: readonly RegExp[] = [
  /公差|精度|toleran(?:ces?|z(?:en)?)/,
  /粗糙度|光洁度|^ra$|roughness|rauheit/,
  /螺纹|螺孔|攻[丝牙]|^牙$|^m\d+(?:\.\d+)?$|threads?|tapping|gewinde/,
  /热处理|^硬度|^h(?:rc|rb|b|v)$|调质|heattreat(?:ment|ing)?|hardness|wärmebehandlung|härte/,
  /打标|刻字|标[识记]|丝印|镭雕|印字|marking|engrav/,
  /检[验测]|质检|测量|三坐标|cmm|fai|全检|首件|inspect(?:ion)?|prüfung/,
  /随货|^文件|资料|证[明书]|证件|质保|材[质料]报告|coc|rohs|documents?|certificates?/,
  /包装|清洗|pack(?:ag)?ing/,
];

/** The process that a column title means, found by its name. */
export function findProcessByTitle<P extends { readonly name: string }>(
  title: string,
  processes: readonly P[],
): P | undefined {
  const plain = plainTitle(title);
  if (plain === '') return undefined;
  const exact = processes.find(({ name }) => plainTitle(name) === plain);
  if (exact) return exact;
  const group = PROCESS_GROUPS.find((names) => names.test(plain));
  return group && processes.find(({ name }) => group.test(plainTitle(name)));
}

const plainTitle = (title: string): string =>
  plainText(title)
    .toLowerCase()
    .replaceAll(/\(.*?\)|\[.*?\]|[\s:]/g, '')
    .replaceAll(/^\*+|\*+$/g, '');

/** Other titles of a size, but not of stock, holes or packaging. */
const SIZE =
  /^(?!.*(?:公差|毛坯|下料|孔|螺|材料|包装|精度|stock|blank|raw|hole)).*(?:尺寸|规格|size|dimension)/;
const ROUND = /(?:φ|直径|外径|\bd)\s*[×x*/]\s*(?:l|长)/i;

/** Includes units such as ft in which sizes are not read: they make a size ambiguous. */
const UNITS = '毫米|厘米|分米|微米|mm|cm|dm|[µμu]m|mil|m|米|inches|inch|in|英[寸尺]|feet|ft|"';
const UNIT = new RegExp(
  String.raw`(?:(?:[([/:,\s]|^.*[\u4e00-\u9fff])\s*(${UNITS})|[([:]\s*([寸尺丝道]))\s*[)\]]?$`,
  'i',
);
/** Two units, as in mm/inch, are ambiguous. */
const TWO_UNITS = new RegExp(String.raw`((?:${UNITS})\s*[/或]\s*(?:${UNITS}))\s*[)\]]?$`, 'i');
const unitOf = (title: string) =>
  TWO_UNITS.exec(title)?.[1] ?? UNIT.exec(title)?.slice(1).find(Boolean) ?? '';
const ENDING_UNIT = /(?:mm|毫米|cm|厘米|英寸|inch|in)$/;
/** In a line above or below the table: 单位：cm, 尺寸单位均为英寸, All dimensions in inches. */
const STATED_UNIT = new RegExp(
  String.raw`(?:单位(?:均|都|统一)?(?:为|是)?|\bunits?|\b(?:dimensions?|sizes?)(?:\s+are)?\s+in\b)\s*[:=]?\s*(${UNITS})(?![a-z\u4e00-\u9fff])`,
  'i',
);

/** The unit of lengths that a note states. */
export const statedUnit = (text: string): string | undefined =>
  STATED_UNIT.exec(plainText(text))?.[1]?.toLowerCase();

/** The counting unit in brackets after the title of a quantity: 千件, 打, 每套. */
const COUNTING_UNIT = /[([]\s*([^()[\]]{1,8}?)\s*[)\]]$/;
const NOT_A_UNIT = /^(?:必填|选填|整数|总数?|合计|本次|样品?|required|qty)$/i;
export const isLengthField = (field: BomColumn['field']): boolean =>
  ['size', 'length', 'width', 'height', 'diameter', 'bore'].includes(field);
const countingUnitOf = (title: string): string => {
  const unit = COUNTING_UNIT.exec(plainText(title))?.[1] ?? '';
  return NOT_A_UNIT.test(unit) || STAGE.test(unit) ? '' : unit;
};
/** The title of a quantity at a stage: 样品数量. */
const STAGED = new RegExp(
  String.raw`^(?:${STAGE.source})(?:(?:生产|需求|采购|订单)?(?:数量?|件数|用量)|q'?ty|quantity)?$`,
  'i',
);

/** The meaning of a column, by its title. */
export function columnOf(title: string, processOf: (title: string) => ProcessKey | undefined): BomColumn {
  // A label with its value is not a title.
  if (/:\s*\S/.test(plainText(title).replaceAll(/\(.*?\)/g, ''))) return { field: 'other', title, unit: '' };
  const plain = plainTitle(title);
  const stated = unitOf(plainText(title)).toLowerCase();
  const variants = [
    plain,
    plain.replace(/\/?(?:mm|毫米|cm|厘米|英寸|inch|in|件|个|pcs)$/, ''),
    plain.replace(/[a-z'/]+$/, ''),
  ];
  // The complete title first: the ends of 零件 and pcs only look like units.
  const [field] = variants.flatMap((variant) => (variant === '' ? [] : (headingOf(variant) ?? [])));
  const isHeading = headingOf(plain) !== undefined;
  const ending = isHeading || stated !== '' ? stated : (ENDING_UNIT.exec(plain)?.[0] ?? '');
  const isQuantity = field === 'num' || field === 'total';
  const unit = isQuantity ? countingUnitOf(title) : field === undefined || isLengthField(field) ? ending : '';
  const isRound = ROUND.test(plainText(title));
  const stage = isQuantity || STAGED.test(plain) ? STAGE.exec(plainText(title))?.[0] : undefined;
  if (stage !== undefined && !/^批量$/.test(plain))
    return { field: 'num', title, unit: countingUnitOf(title), stage };
  if (field !== undefined) return { field, title, unit, isRound: isRound && field === 'size' };
  const choice = choiceInTitle(plain);
  if (choice)
    return {
      field: choice === 'finish' ? 'finish' : (processOf(title) ?? 'other'),
      title,
      unit,
      isChoice: true,
    };
  return { field: processOf(title) ?? (SIZE.test(plain) ? 'size' : 'other'), title, unit, isRound };
}

/** The column of a title that names a choice itself, such as 喷砂, rather than its process. */
function choiceInTitle(title: string): 'finish' | 'other' | undefined {
  if (/^(?:是否)?(?:三坐标|cmm|fai|全检|首件|镭雕|丝印|激光)|^m\d+(?:\.\d+)?$/.test(title)) return 'other';
  return mentionsFinish(title) ? 'finish' : undefined;
}

const headingOf = (title: string) => HEADINGS.find(([, pattern]) => pattern.test(title))?.[0];
