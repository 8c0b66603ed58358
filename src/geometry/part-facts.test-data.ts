import type { PartFacts } from './checks/checks.ts';
import type { Features, ReadingNote, Vector } from './model-reading.ts';

const easy: Features = {
  holes: [],
  pockets: [],
  sharpInnerEdges: [],
  undercutFaces: [],
  setups: 1,
  turnedShare: 0.1,
  isTurned: false,
};

/** Changes to an easy part; `edges` are those of its box in mm. */
export interface Overrides extends Partial<Omit<PartFacts, 'features'>> {
  edges?: Vector;
  features?: Partial<Features>;
}

/** A part of 100 × 60 × 20 mm without anything hard about it. */
export function facts({ edges = [100, 60, 20], features = {}, ...others }: Overrides = {}): PartFacts {
  return {
    kind: 'solid',
    bodies: 1,
    unit: 'mm',
    measures: {
      volumeMm3: 1000,
      areaMm2: 1000,
      boxMm: edges,
      stockBoxMm: edges,
      isStockTilted: false,
      centreMm: [0, 0, 0],
    },
    features: { ...easy, ...features },
    ...others,
  };
}

export const oneNoteOfEachKind: readonly ReadingNote[] = [
  { code: 'faces-not-read', count: 2 },
  { code: 'hidden-bodies', count: 4, names: ['支架', '轴', '销', '盖'] },
  { code: 'triangle-bodies', count: 1 },
  { code: 'negative-volumes', count: 1 },
  { code: 'support-volumes', count: 2 },
];
