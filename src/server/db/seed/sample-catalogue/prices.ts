import type { MaterialTag, SampleMaterial } from './materials.ts';
import { allowsMaterial, type SampleProcess } from './process-nodes.ts';

/** Sample machining prices (加工基价) by tag: yuan per piece that fits into the material's stock. */
export const sampleMachiningPrices: Record<MaterialTag, number> = {
  aluminium: 85,
  stainless: 150,
  carbon_steel: 98,
  copper: 136,
  plastic: 68,
  titanium: 320,
};

/** An option's surcharge for one piece of a material: yuan and days. */
interface Surcharge {
  price: number;
  time: number;
}

/** Undefined when the rule does not apply to the material. */
type PriceRule = (material: SampleMaterial) => Surcharge | undefined;

export interface SamplePrice extends Surcharge {
  material: string;
  option: string;
}

/** Cutting time of a material relative to the usual grade of its tag. */
const cuttingFactor: Record<string, number> = {
  al7075: 1.05,
  al2a12: 1.05,
  sus303: 0.9,
  sus316l: 1.15,
  sus420: 1.1,
  steel20: 1.05,
  s50c: 1.05,
  t2: 1.2,
  qsn65: 1.1,
  peek: 1.4,
  ptfe: 1.1,
  tc4: 1.1,
};

const toHalfYuan = (yuan: number) => Math.round(yuan * 2) / 2;

const flat =
  (price: number, time = 0): PriceRule =>
  () => ({ price, time });

const free = flat(0);

/** Work bought per piece from a finisher: a price per tag. */
const perTag =
  (prices: Partial<Record<MaterialTag, number>>, time: number): PriceRule =>
  ({ materialTag }) => {
    const price = prices[materialTag];
    return price === undefined ? undefined : { price, time };
  };

/** Work on our own machines: a fraction of the machining price, higher for grades that are hard to cut. */
const fractionOfMachining =
  (fraction: number, time = 0): PriceRule =>
  ({ key, materialTag }) => ({
    price: toHalfYuan(sampleMachiningPrices[materialTag] * fraction * (cuttingFactor[key] ?? 1)),
    time,
  });

const anodiseColours = (finish: string): Record<string, PriceRule> => ({
  [`${finish}.natural`]: free,
  [`${finish}.black`]: flat(1),
  [`${finish}.space_grey`]: flat(2.5, 0.5),
  [`${finish}.red`]: flat(2.5, 0.5),
  [`${finish}.sky_blue`]: flat(2.5, 0.5),
  [`${finish}.dark_green`]: flat(3, 0.5),
  [`${finish}.sand_gold`]: flat(3, 0.5),
});

const coatColours = (finish: string): Record<string, PriceRule> => ({
  [`${finish}.white`]: free,
  [`${finish}.black`]: free,
  [`${finish}.grey`]: flat(1),
  [`${finish}.custom`]: flat(6, 1),
});

/** The rules for the sample prices (示例价格), by option key. */
export const priceRules: Record<string, PriceRule> = {
  'surface.none': free,
  'surface.blast': perTag({ aluminium: 5, stainless: 8, carbon_steel: 7, copper: 8, titanium: 14 }, 0.5),
  'surface.brush': perTag({ aluminium: 8, stainless: 12, carbon_steel: 12, copper: 10, titanium: 24 }, 1),
  'surface.polish': perTag({ aluminium: 15, stainless: 22, carbon_steel: 20, copper: 16, titanium: 45 }, 1),
  'surface.anodise': flat(9, 1),
  ...anodiseColours('surface.anodise'),
  'surface.blast_anodise': flat(13.5, 1.5),
  ...anodiseColours('surface.blast_anodise'),
  'surface.hard_anodise': flat(26, 2),
  'surface.hard_anodise.natural': free,
  'surface.hard_anodise.black': flat(3),
  'surface.chem_film': flat(8, 1),
  'surface.electroless_nickel': perTag({ aluminium: 24, carbon_steel: 18, copper: 20 }, 2),
  'surface.zinc': flat(7, 1),
  'surface.zinc.blue_white': free,
  'surface.zinc.iridescent': flat(0.8),
  'surface.hard_chrome': flat(32, 3),
  'surface.black_oxide': flat(5, 1),
  'surface.passivate': flat(6, 1),
  'surface.electropolish': flat(18, 2),
  'surface.e_coat': perTag({ aluminium: 12, carbon_steel: 10 }, 2),
  'surface.powder': perTag({ aluminium: 14, stainless: 15, carbon_steel: 14, copper: 16 }, 2),
  ...coatColours('surface.powder'),
  'surface.paint': perTag({ aluminium: 18, stainless: 19, carbon_steel: 17, copper: 20, plastic: 16 }, 2),
  ...coatColours('surface.paint'),

  'stock_colour.natural': free,
  'stock_colour.white': free,
  'stock_colour.black': flat(2),
  'stock_colour.clear': free,

  'tolerance.m': free,
  'tolerance.f': fractionOfMachining(0.1),
  'tolerance.pm005': fractionOfMachining(0.2),
  'tolerance.pm002': fractionOfMachining(0.45, 0.5),
  'tolerance.pm001': fractionOfMachining(0.9, 1),

  // Relative to Ra3.2 a part costs about 1.25, 1.6 and 2.2 times as much.
  'roughness.ra32': free,
  'roughness.ra16': fractionOfMachining(0.25),
  'roughness.ra08': fractionOfMachining(0.6, 0.5),
  'roughness.ra04': fractionOfMachining(1.2, 1),

  'thread.none': free,
  'thread.m2': fractionOfMachining(0.12, 0.5),
  'thread.m3': fractionOfMachining(0.06),
  'thread.m3_many': fractionOfMachining(0.15, 0.5),
  'thread.m8': fractionOfMachining(0.08),
  'thread.inch': fractionOfMachining(0.1, 0.5),
  'thread.insert': flat(18, 0.5),

  'heat.none': free,
  'heat.stress_relief': perTag({ stainless: 12, carbon_steel: 8, titanium: 28 }, 1),
  'heat.quench_temper': perTag({ stainless: 20, carbon_steel: 12 }, 2),
  'heat.harden': perTag({ stainless: 24, carbon_steel: 15 }, 2),
  'heat.induction': flat(18, 2),
  'heat.carburise': flat(26, 3),

  'marking.none': free,
  'marking.laser': flat(3, 0.5),
  'marking.laser_serial': flat(5, 0.5),
  'marking.silk_screen': flat(6, 1),
  'marking.silk_screen.black': free,
  'marking.silk_screen.white': free,
  'marking.silk_screen.two_colour': flat(4, 0.5),

  'inspection.standard': free,
  'inspection.dimensions': flat(6, 0.5),
  'inspection.first_article': flat(10, 1),
  'inspection.full': flat(15, 1),
  'inspection.cmm': flat(28, 1),

  'documents.none': free,
  'documents.material': flat(2),
  'documents.rohs': flat(3, 0.5),

  'packing.standard': free,
  'packing.single': flat(1.2),
  'packing.ultrasonic': flat(4.5, 0.5),
  'packing.rust_proof': flat(3),
};

/**
 * One price for every allowed pair of option and material, and none for the others.
 * @throws Error when no rule prices an allowed pair
 */
export function priceEveryPair(materials: SampleMaterial[], processes: SampleProcess[]): SamplePrice[] {
  return materials.flatMap((material) =>
    processes.flatMap((process) =>
      allowsMaterial(process, material.key) ? priceOptions(process, material) : [],
    ),
  );
}

function priceOptions(process: SampleProcess, material: SampleMaterial): SamplePrice[] {
  return process.children
    .filter((option) => allowsMaterial(option, material.key))
    .flatMap((option) => {
      const charge = priceRules[option.key]?.(material);
      if (!charge) throw new Error(`The sample catalogue has no price for ${option.key} on ${material.key}`);
      return [{ material: material.key, option: option.key, ...charge }, ...priceOptions(option, material)];
    });
}
