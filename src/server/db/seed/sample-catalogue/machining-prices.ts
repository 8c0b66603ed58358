import type { MaterialTag } from './materials.ts';

/** Sample machining price (加工基价) of a tag, yuan per piece that fits into the material's stock. 示例价格. */
export const sampleMachiningPrices: Record<MaterialTag, number> = {
  aluminium: 85,
  stainless: 150,
  carbon_steel: 98,
  copper: 136,
  plastic: 68,
  titanium: 320,
};
