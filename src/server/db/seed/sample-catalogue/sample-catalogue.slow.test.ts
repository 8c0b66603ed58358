import { describe, expect, it } from 'vitest';
import {
  appliesTo,
  dropInapplicable,
  missingSelections,
  processKey,
} from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { materialKeysOf, sampleTags, type MaterialTag } from './materials.ts';
import { priceEveryPair, priceRules } from './prices.ts';
import type { SampleProcess } from './process-nodes.ts';
import { sampleCatalogue } from './sample-catalogue.ts';

const { tags, materials, processes, prices, machiningPrices, defaultConfig } = sampleCatalogue;

const allNodes = (nodes: SampleProcess[]): SampleProcess[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.children)]);
const nodes = allNodes(processes);
const options = nodes.filter((node) => !processes.includes(node));

const materialId = (key: string) => materials.findIndex((material) => material.key === key);
const nodeId = (key: string) => nodes.findIndex((node) => node.key === key);

/** The node with ids instead of keys, as the seeded database passes it to the pricing rules. */
const seeded = (node: SampleProcess): ProcessNode => ({
  id: nodeId(node.key),
  name: node.name,
  filterType: node.filterType,
  materialIds: node.materials.map(materialId),
  children: node.children.map(seeded),
});

const allows = (node: SampleProcess, material: string) => appliesTo(seeded(node), materialId(material));

/** Options that can be reached from a root through nodes that all allow the material. */
const reachable = (material: string, within: SampleProcess[] = processes, isRoot = true): string[] =>
  within
    .filter((node) => allows(node, material))
    .flatMap((node) => [...(isRoot ? [] : [node.key]), ...reachable(material, node.children, false)]);

const pair = (material: string, option: string) => `${material} × ${option}`;
const priced = new Map(prices.map((price) => [pair(price.material, price.option), price]));
const repeated = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index);
const hasTwoDecimals = (value: number) => Number(value.toFixed(2)) === value;

describe('the sample catalogue', () => {
  it('has at least 18 materials in 6 tags and 8 processes with 35 options', () => {
    expect(materials.length).toBeGreaterThanOrEqual(18);
    expect(tags.map((tag) => tag.value)).toEqual(
      expect.arrayContaining(['aluminium', 'stainless', 'carbon_steel', 'copper', 'plastic', 'titanium']),
    );
    expect(tags.filter((tag) => materialKeysOf(tag.value).length === 0)).toEqual([]);
    expect(processes.length).toBeGreaterThanOrEqual(8);
    expect(options.length).toBeGreaterThanOrEqual(35);
  });

  it('marks every material and every process as a sample', () => {
    const unmarked = [...materials, ...processes].filter((entry) => !entry.remark?.includes('示例'));
    expect(unmarked).toEqual([]);
  });

  it('has unique keys, and unique names among siblings', () => {
    expect(repeated(materials.map((material) => material.key))).toEqual([]);
    expect(repeated(materials.map((material) => material.name))).toEqual([]);
    expect(repeated(nodes.map((node) => node.key))).toEqual([]);
    for (const node of [{ children: processes }, ...nodes])
      expect(repeated(node.children.map((child) => child.name))).toEqual([]);
  });

  it.each<[MaterialTag, number, number]>([
    ['aluminium', 2.66, 2.85],
    ['stainless', 7.7, 8.0],
    ['carbon_steel', 7.82, 7.87],
    ['copper', 8.4, 8.94],
    ['plastic', 0.9, 2.2],
    ['titanium', 4.4, 4.55],
  ])('gives %s a density between %d and %d g/cm³', (tag, least, most) => {
    const odd = materials.filter(
      ({ materialTag, density }) => materialTag === tag && !(density >= least && density <= most),
    );
    expect(odd).toEqual([]);
  });

  it.each([
    ['al6061', 2.7, 2.7],
    ['al7075', 2.81, 2.85],
    ['al5052', 2.68, 2.68],
    ['sus304', 7.85, 8.0],
    ['sus316l', 7.98, 8.0],
    ['h59', 8.4, 8.5],
    ['t2', 8.89, 8.9],
    ['pom', 1.41, 1.43],
    ['abs', 1.02, 1.08],
    ['pc', 1.2, 1.22],
    ['pmma', 1.17, 1.19],
    ['pa66', 1.14, 1.16],
    ['peek', 1.32, 1.32],
    ['ptfe', 2.1, 2.2],
    ['tc4', 4.43, 4.43],
  ])('has the published density of %s', (key, least, most) => {
    const material = materials.find((each) => each.key === key);
    expect(material?.density).toBeGreaterThanOrEqual(least);
    expect(material?.density).toBeLessThanOrEqual(most);
  });

  it('cuts every material from a blank that fits a 1000×800×550 machine, in days, with an exponent below 1', () => {
    const odd = materials.filter(({ length, width, height, deliveryTime, speed }) => {
      const fits = 1000 >= length && 800 >= width && 550 >= height;
      const isOrdered = length >= width && width >= height && height >= 5;
      return !(fits && isOrdered && deliveryTime >= 1 && deliveryTime <= 10 && speed > 0 && speed < 1);
    });
    expect(odd).toEqual([]);
    expect(repeated(materials.map((material) => String(material.sort)))).toEqual([]);
  });
});

describe('the filter rules', () => {
  it('name only existing materials, and none where every material is allowed', () => {
    const known = materials.map((material) => material.key);
    const odd = nodes.filter(
      (node) =>
        repeated(node.materials).length > 0 ||
        node.materials.some((key) => !known.includes(key)) ||
        node.materials.length > 0 !== (node.filterType !== 0),
    );
    expect(odd).toEqual([]);
  });

  it('use all three types', () => {
    expect(new Set(nodes.map((node) => node.filterType))).toEqual(new Set([0, 1, 2]));
  });

  it.each([
    ['al6061', 'surface.anodise.black'],
    ['al7075', 'surface.blast_anodise.natural'],
    ['al6061', 'surface.hard_anodise.natural'],
    ['al5052', 'surface.chem_film'],
    ['al6061', 'surface.blast'],
    ['sus304', 'surface.passivate'],
    ['sus316l', 'surface.electropolish'],
    ['sus304', 'surface.blast'],
    ['steel45', 'surface.zinc.blue_white'],
    ['q235', 'surface.black_oxide'],
    ['steel45', 'surface.hard_chrome'],
    ['h59', 'surface.electroless_nickel'],
    ['t2', 'surface.polish'],
    ['tc4', 'surface.blast'],
    ['abs', 'surface.paint.black'],
    ['pom', 'stock_colour.black'],
    ['pmma', 'stock_colour.clear'],
    ['pom', 'marking.silk_screen.white'],
    ['tc4', 'marking.laser'],
    ['steel45', 'heat.quench_temper'],
    ['steel20', 'heat.carburise'],
    ['sus420', 'heat.harden'],
    ['steel45', 'roughness.ra04'],
  ])('allow %s with %s', (material, option) => {
    expect(reachable(material)).toContain(option);
  });

  const aluminium = materialKeysOf('aluminium');
  const stainless = materialKeysOf('stainless');
  const carbonSteel = materialKeysOf('carbon_steel');
  const copper = materialKeysOf('copper');
  const plastic = materialKeysOf('plastic');
  const titanium = materialKeysOf('titanium');
  const notAluminium = [...stainless, ...carbonSteel, ...copper, ...plastic, ...titanium];
  const notCarbonSteel = [...aluminium, ...stainless, ...copper, ...plastic, ...titanium];
  const notStainless = [...aluminium, ...carbonSteel, ...copper, ...plastic, ...titanium];
  const notSteel = [...aluminium, ...copper, ...plastic, ...titanium];

  it.each<[string, string[], RegExp]>([
    ['anodising outside aluminium', notAluminium, /anodise|chem_film/],
    ['zinc, hard chrome or blackening outside carbon steel', notCarbonSteel, /zinc|chrome|black_oxide/],
    ['passivation or electropolishing outside stainless steel', notStainless, /passivate|electropolish/],
    ['nickel on titanium, plastics or stainless steel', [...titanium, ...plastic, ...stainless], /nickel/],
    ['hardening outside steel', notSteel, /quench|harden|induction|carburise/],
    ['hardening of austenitic steel', ['sus304', 'sus303', 'sus316l'], /quench|harden|induction|carburise/],
    ['carburising of anything but low-carbon steel', ['steel45', 's50c', 'q235', 'sus420'], /carburise/],
    ['heat treatment of aluminium, copper or plastics', [...aluminium, ...copper, ...plastic], /^heat/],
    ['blasting, brushing, polishing or powder on plastics', plastic, /blast|brush|\.polish|powder/],
    ['laser marking of plastics', plastic, /laser/],
    ['powder or paint on titanium', titanium, /powder|paint|e_coat/],
    [
      'stock colours for metals',
      [...notCarbonSteel, ...carbonSteel].filter((k) => !plastic.includes(k)),
      /^stock_/,
    ],
    ['tolerances of 0.02 mm or Ra0.4 on plastics', plastic, /pm002|pm001|ra04/],
  ])('allow no %s', (_what, keys, forbidden) => {
    expect(options.filter((option) => forbidden.test(option.key))).not.toEqual([]);
    const found = keys.flatMap((key) =>
      reachable(key)
        .filter((option) => forbidden.test(option))
        .map((option) => pair(key, option)),
    );
    expect(found).toEqual([]);
  });

  it('leave an option in every process and nested process that applies', () => {
    const stuck = materials.flatMap(({ key }) =>
      nodes
        .filter((node) => node.children.length > 0 && allows(node, key))
        .filter((node) => !node.children.some((child) => allows(child, key)))
        .map((node) => pair(key, node.key)),
    );
    expect(stuck).toEqual([]);
    expect(processes.filter((process) => process.children.length === 0)).toEqual([]);
  });

  it('leave a free option in every process that applies', () => {
    const onlyCharged = materials.flatMap(({ key }) =>
      processes
        .filter((process) => allows(process, key))
        .filter((process) => !process.children.some((child) => priced.get(pair(key, child.key))?.price === 0))
        .map((process) => pair(key, process.key)),
    );
    expect(onlyCharged).toEqual([]);
  });

  it('never allow an option whose parent is not allowed', () => {
    const orphans = nodes.flatMap((node) =>
      node.children.flatMap((child) =>
        materials
          .filter(({ key }) => allows(child, key) && !allows(node, key))
          .map(({ key }) => pair(key, child.key)),
      ),
    );
    expect(orphans).toEqual([]);
  });
});

describe('the sample prices', () => {
  it('cover every allowed pair of material and option once, and no other', () => {
    const allowed = materials.flatMap(({ key }) => reachable(key).map((option) => pair(key, option)));
    const actual = prices.map((price) => pair(price.material, price.option));
    expect([...actual].sort()).toEqual([...allowed].sort());
    expect(priced.size).toBe(actual.length);
  });

  it('are yuan with at most two decimals and days in halves, none negative', () => {
    const odd = prices.filter(
      ({ price, time }) =>
        !(price >= 0 && hasTwoDecimals(price) && time >= 0 && time <= 5 && Number.isInteger(time * 2)),
    );
    expect(odd).toEqual([]);
  });

  it('name only existing options', () => {
    const known = options.map((option) => option.key);
    expect(Object.keys(priceRules).filter((key) => !known.includes(key))).toEqual([]);
  });

  it('refuse an option without a price', () => {
    const unpriced: SampleProcess = {
      key: 'surface.gold',
      name: '镀金',
      filterType: 2,
      materials: ['t2'],
      children: [],
    };
    const root: SampleProcess = { key: 'x', name: 'x', filterType: 0, materials: [], children: [unpriced] };
    expect(() => priceEveryPair(materials, [root])).toThrow('no price for surface.gold on t2');
  });

  it.each([
    ['roughness', ['ra32', 'ra16', 'ra08', 'ra04']],
    ['tolerance', ['m', 'f', 'pm005', 'pm002', 'pm001']],
  ])('rise with a finer %s', (process, finerAndFiner) => {
    const notDearer = materials.flatMap(({ key }) => {
      const steps = finerAndFiner.flatMap((step) => priced.get(pair(key, `${process}.${step}`)) ?? []);
      return steps.slice(1).filter((step, index) => step.price <= steps[index]!.price);
    });
    expect(notDearer).toEqual([]);
  });

  it('have one machining price per tag', () => {
    expect(Object.keys(machiningPrices).sort()).toEqual(sampleTags.map((tag) => tag.value).sort());
    for (const price of Object.values(machiningPrices)) {
      expect(price).toBeGreaterThan(0);
      expect(hasTwoDecimals(price)).toBe(true);
    }
  });
});

describe('the default configuration', () => {
  const { material, selections } = defaultConfig;
  const stock = materials.find((each) => each.key === material)!;

  it('chooses an option in every process that applies, and nothing else', () => {
    const tree = processes.map(seeded);
    const chosen = Object.fromEntries(
      Object.entries(selections).map(([process, option]) => [processKey(nodeId(process)), nodeId(option)]),
    );
    expect(missingSelections(tree, materialId(material), chosen)).toEqual([]);
    expect(dropInapplicable(tree, materialId(material), chosen).dropped).toEqual([]);
    expect(Object.keys(chosen)).toHaveLength(Object.keys(selections).length);
  });

  it('is a part that fits a stock size of its material', () => {
    expect(defaultConfig.num).toBeGreaterThanOrEqual(1);
    expect(defaultConfig.length).toBeLessThanOrEqual(stock.length);
    expect(defaultConfig.width).toBeLessThanOrEqual(stock.width);
    expect(defaultConfig.height).toBeLessThanOrEqual(stock.height);
  });
});
