import { plainCharacters } from '../draft/plain-characters.ts';

/** Spellings in parts lists and the names they are normalized to, in the order of replacement. Lower case. */
const SPELLINGS: readonly [RegExp, string][] = [
  [/(?:bead|sand)[ -]?blast(?:ed|ing)?|喷沙/g, '喷砂'],
  [
    /hard[ -]?(?:coat[ -]?)?anodi[sz](?:ed|ing|e)|anodi[sz]\w* type iii|type iii(?: anodi[sz]\w*)?/g,
    '硬质阳极氧化',
  ],
  [/(?:type ii )?anodi[sz](?:ed|ing|e)(?: type ii)?/g, '阳极氧化'],
  [/electro[ -]?polish(?:ed|ing)?|电化学抛光|电抛光?/g, '电解抛光'],
  [/polish(?:ed|ing)?/g, '抛光'],
  [/brush(?:ed|ing)?/g, '拉丝'],
  [/passivat(?:ed|ion|ing|e)|酸洗钝化/g, '钝化'],
  [/powder[ -]?coat(?:ed|ing)?|粉末喷涂|静电喷[粉涂塑]|喷塑/g, '喷粉'],
  [/paint(?:ed|ing)?|油漆/g, '喷漆'],
  [/black[ -]?oxide|煮黑|发蓝|烤蓝/g, '发黑'],
  [/electroless[ -]?nickel(?:[ -]plat(?:ed|ing))?|无电解镀?镍|化学沉镍|镀?化学镍|化镍/g, '化学镀镍'],
  [/hard[ -]?chrome(?:[ -]plat(?:ed|ing))?|镀?硬铬/g, '镀硬铬'],
  [/zinc[ -]?plat(?:ed|ing)/g, '镀锌'],
  [/e-coat(?:ed|ing)?/g, '电泳'],
  [/chem(?:ical)?[ -]?film|alodine/g, '导电氧化'],
  [/\bblack\b/g, '黑色'],
  [/\b(?:clear|natural)\b/g, '本色'],
  [/\bwhite\b/g, '白色'],
  [/\bgr[ae]y\b/g, '灰色'],
  [/\bred\b/g, '红色'],
  [/\b(?:transparent)\b/g, '透明'],
  [/\+\s*\/?\s*-|正负/g, '±'],
  [/\s+/g, ''],
  [/硬质?阳极(?:氧化)?|硬质?氧化|硬氧|硬阳/g, '硬质阳极氧化'],
  [/黑阳(?!极)/g, '黑色阳极氧化'],
  [/阳极(?!氧化)/g, '阳极氧化'],
  [/喷([黑白灰])漆/g, '喷漆$1色'],
  [/(?:镀?五?彩锌|彩色镀锌|镀彩锌)/g, '五彩锌'],
  [/镀?蓝?白锌/g, '蓝白锌'],
  [/自然色/g, '本色'],
  [/三(?:坐标|座标|次元)(?:检[测验]|测量|报告)*|cmm(?:检[测验]|测量|报告)+/g, '三坐标报告'],
  [/首件(?:检[测验]|确认|报告)*|首检/g, '首件检验'],
  [/100%全?检[测验]?|全尺寸(?:全检|检[测验])|全检/g, '全尺寸全检'],
  [/(?:尺寸|检[测验]){1,2}报告/g, '尺寸检测报告'],
  [/(?:标准|常规|普通)?(?:出厂)检验|(?:标准|常规|普通)检[测验]/g, '标准出厂检验'],
  [/材质(?:证明|报告|单)书?|材料(?:证明|报告)书?|材质书|质保书/g, '材质证明'],
  [/镭雕|镭射(?:打标|雕刻)?|激光(?:雕刻|刻字|打码|打标)/g, '激光打标'],
  [/(?:普通|常规)包装/g, '标准包装'],
  [/(?:单独|独立|单件)包装/g, '单件独立包装'],
  [/单件单件独立包装/g, '单件独立包装'],
  [/iso2768|(?:国标)?gb(?:\/?t)?[-]?1804/g, '1804'],
  [/(\d+)[-–~](\d+)hrc/g, 'hrc$1-$2'],
];

/** Oxidation with its kind; without one it means anodizing. */
const OXIDES = /(阳极|导电|化学|微弧|热|本色导电)?氧化/g;
/** Short forms such as 黑 for 黑色, but not within 发黑 or 蓝白锌. */
const COLOURS = /(发)?([黑白灰红])(?!色|锌)/g;

const MAX_CACHED = 4000;

/** Caches the results, because each cell of a list is compared with all options. */
function cached<T>(compute: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    const result = results.get(text) ?? compute(text);
    if (results.size >= MAX_CACHED) results.clear();
    results.set(text, result);
    return result;
  };
}

/** Normalizes text and option names for comparison: common spellings become one name, separators disappear. */
export const normalizeChoice = cached((text): string => {
  const spelled = SPELLINGS.reduce(
    (next, [pattern, name]) => next.replaceAll(pattern, name),
    plainCharacters(text).toLowerCase().trim(),
  );
  return spelled
    .replaceAll(OXIDES, (all, before?: string) => (before === undefined ? '阳极氧化' : all))
    .replaceAll(COLOURS, (all, before: string | undefined, colour: string) => (before ? all : `${colour}色`))
    .replaceAll(/(\d*\.?\d+)(?:丝|条|道)/g, (_all, number: string) => String(Number(number) / 100))
    .replaceAll(/[()（）[\],，、;；·+/\-–—~:：≤]/g, '')
    .replaceAll(/\d*\.\d+|\d+/g, (number) => String(Number(number)))
    .replace(/^(?:全部)?ra(?=[\d.])/, '')
    .replace(/([\d.])(?:mm|毫米|[µμu]m|微米)$/, '$1');
});

/** Words for “none”. */
const NONE: ReadonlySet<string> = new Set([
  '',
  '无',
  '无需',
  '无处理',
  '无需处理',
  '不处理',
  '不需要',
  '不需',
  '不做',
  '不要',
  '没有',
  '否',
  'na',
  'none',
  'no',
  'nil',
  'asmachined',
  '保留刀纹',
]);

const NO_PREFIX = /^(?:无需?|不需要?|不用|不做|不要|免)/;

/** Whether text means “none”, alone or with the name of the process: 无, -, 不需热处理. */
export function meansNone(text: string, processName = ''): boolean {
  if (text.trim() === '' || text.length > 40) return false;
  const words = normalizeChoice(text);
  return (
    NONE.has(words) ||
    (processName !== '' &&
      NO_PREFIX.test(words) &&
      words.replace(NO_PREFIX, '') === normalizeChoice(processName))
  );
}

const FINISHES =
  /阳极|氧化|镀|[发黑]黑|黑化|喷[砂粉漆涂]|烤漆|拉丝|抛光|钝化|电泳|磷化|[氮渗]氮|氮化|达克罗|特氟龙|涂层|anodi|plat(?:ed|ing)|pvd|coating/i;

/** Whether text mentions a finish, offered or not. */
export const mentionsFinish = (text: string): boolean => FINISHES.test(normalizeChoice(text.slice(0, 120)));

/** Words that add nothing to a name. */
const FILLERS = /^(?:处理|表面|要求|做|全部|级|按|镀|检[测验])*$/;

/** Whether text consists of all the words in any order, and possibly optional words and fillers. */
export function consistsOf(
  text: string,
  words: readonly string[],
  optional: readonly string[] = [],
): boolean {
  let rest = text;
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    if (!rest.includes(word)) return false;
    rest = rest.replace(word, '');
  }
  for (const word of optional) rest = rest.replace(word, '');
  return FILLERS.test(rest);
}

/** The words of an option's name that text must contain, and explanatory ones: 电泳（黑色）, 调质 HRC28–32. */
export const partsOfName = cached((name) => {
  const plain = name.normalize('NFKC');
  const explanatory = [...plain.matchAll(/\(([^)]*)\)|HRC[\d\s–~-]+/gi)].map(([all, inner]) =>
    normalizeChoice(inner ?? all),
  );
  const needed = plain
    .replaceAll(/\([^)]*\)|HRC[\d\s–~-]+/gi, '')
    .split('+')
    .map(normalizeChoice)
    .filter(Boolean);
  return { needed, explanatory: explanatory.filter(Boolean) };
});

const HOLE_FILLERS =
  /^(?:通孔|盲孔|攻[丝牙]|螺纹?孔?|孔|通|粗牙|深\d+(?:\.\d+)?(?:mm)?|均布|[,，、;；/+和\s-])*$/;

interface Threads {
  sizes: number[];
  /** Undefined if the text states none. */
  count: number | undefined;
}

/** Reads 4-M4, 2×M6深10, M8×1.25; undefined for other text. */
function readThreads(text: string): Threads | undefined {
  const sizes: number[] = [];
  let count: number | undefined = 0;
  const rest = text
    .normalize('NFKC')
    .replaceAll(
      /(?:(\d+)\s*(?:个|处|[-×x*])\s*)?m(\d+(?:\.\d+)?)(?:\s*[×x*]\s*(?:0\.\d+|[12](?:\.\d+)?)(?![\d.]))?/gi,
      (_all, holes: string | undefined, size: string) => {
        sizes.push(Number(size));
        count = holes === undefined || count === undefined ? undefined : count + Number(holes);
        return '';
      },
    );
  return sizes.length > 0 && HOLE_FILLERS.test(rest) ? { sizes, count } : undefined;
}

/** Whether an option such as M3–M6（≤4 孔） covers the threads in a text; undefined if either has none. */
export function coversThreads(name: string, text: string): boolean | undefined {
  const threads = readThreads(text);
  const [, from, to = from] = /M(\d+(?:\.\d+)?)(?:\s*[–~-]\s*M?(\d+(?:\.\d+)?))?/i.exec(name) ?? [];
  if (!threads || from === undefined) return undefined;
  if (!threads.sizes.every((size) => size >= Number(from) && size <= Number(to))) return false;
  if (threads.count === undefined) return true;
  const [, maxCount] = /≤\s*(\d+)\s*孔/.exec(name) ?? [];
  const [, minCount, upTo] = /(\d+)\s*[–~-]\s*(\d+)\s*孔/.exec(name) ?? [];
  if (maxCount !== undefined) return threads.count <= Number(maxCount);
  return minCount === undefined || (threads.count >= Number(minCount) && threads.count <= Number(upTo));
}

const MAX_COMPARED = 60;

/** Similarity of two texts from 0 to 1, by their longest common subsequence. */
export function similarity(textA: string, textB: string): number {
  const [a, b] = [
    normalizeChoice(textA).slice(0, MAX_COMPARED),
    normalizeChoice(textB).slice(0, MAX_COMPARED),
  ];
  if (a === '' || b === '') return 0;
  let shared = Array.from({ length: b.length + 1 }, () => 0);
  for (const character of a) {
    const next = [0];
    for (let at = 0; at < b.length; at += 1)
      next.push(character === b[at] ? (shared[at] ?? 0) + 1 : Math.max(shared[at + 1] ?? 0, next[at] ?? 0));
    shared = next;
  }
  return (2 * (shared.at(-1) ?? 0)) / (a.length + b.length);
}

/** All options, the most similar to the text first. */
export function sortBySimilarity(options: readonly string[], text: string): string[] {
  const similarities = new Map(options.map((option) => [option, similarity(option, text)]));
  return options.toSorted((a, b) => (similarities.get(b) ?? 0) - (similarities.get(a) ?? 0));
}
