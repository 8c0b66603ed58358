/** The fields of a material on the wire that the oracle reads. */
export interface OracleMaterial {
  id: number;
  materialTag: string;
  length: number;
  width: number;
  height: number;
  processConfig: readonly { id: number; price: number }[];
}
type Box = Pick<OracleMaterial, 'length' | 'width' | 'height'>;
export type OracleItem = Box & { readonly material: number; readonly num: number };

const fen = (yuan: number) => BigInt(Math.round(yuan * 100));
/** In thousandths of a mm, the smallest step that the API accepts. */
const volume = (box: Box) =>
  [box.length, box.width, box.height].reduce((product, mm) => product * BigInt(Math.round(mm * 1_000)), 1n);

/** Decimal digits of a power of the quantity. */
const DIGITS = 20n;
const ONE = 10n ** DIGITS;

/** num^0.86 = num × num^-0.14, as a whole number of 10^-20: the fiftieth root of num^43, by Newton's method. */
function quantityPower(num: number): bigint {
  const radicand = BigInt(num) ** 43n * ONE ** 50n;
  let root = BigInt(num) * ONE;
  for (;;) {
    const next = (49n * root + radicand / root ** 49n) / 50n;
    if (next >= root) return root;
    root = next;
  }
}

/**
 * Prices a cart independently of the server: in whole numbers, without floating-point operations after the inputs.
 * (machining price + options) × max(1, part / stock) × num^0.86 of each item,
 * rounded half up to whole fen, and added up. Yuan with two decimals.
 */
export function oracleTotal(
  items: readonly OracleItem[],
  materials: readonly OracleMaterial[],
  machiningYuan: Readonly<Record<string, number>>,
): string {
  let total = 0n;
  for (const item of items) {
    const material = materials.find(({ id }) => id === item.material);
    if (!material) throw new Error(`no material ${item.material}`);
    let unit = fen(machiningYuan[material.materialTag] ?? Number.NaN);
    for (const [key, chosen] of Object.entries(item)) {
      if (!key.startsWith('process_')) continue;
      unit += fen(material.processConfig.find(({ id }) => id === chosen)?.price ?? 0);
    }
    const [part, stock] = [volume(item), volume(material)];
    const amount = unit * (part > stock ? part : stock) * quantityPower(item.num);
    total += (2n * amount + stock * ONE) / (2n * stock * ONE);
  }
  return `${total / 100n}.${String(total % 100n).padStart(2, '0')}`;
}
