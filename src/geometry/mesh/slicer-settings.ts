import type { ReadingNote } from '../model-reading.ts';
import type { Archive } from './unzip.ts';
import { readXml } from './xml.ts';

export type Aid = Extract<ReadingNote['code'], 'negative-volumes' | 'modifier-volumes' | 'support-volumes'>;

/** Meshes of a slicer project that are not manufactured. */
export interface SlicerSettings {
  /** What a component is instead of a part; undefined for a part (Bambu Studio, OrcaSlicer). */
  componentAid: (objectId: string, componentId: string) => Aid | undefined;
  /** Ranges of an object's triangles, both ends included (PrusaSlicer, SuperSlicer). */
  rangesOf: (objectId: string) => readonly TriangleRange[];
}

interface TriangleRange {
  aid: Aid;
  from: number;
  to: number;
}

const partTypes: Readonly<Record<string, Aid>> = {
  negative_part: 'negative-volumes',
  modifier_part: 'modifier-volumes',
  support_blocker: 'support-volumes',
  support_enforcer: 'support-volumes',
};
/** Metadata with which Cura marks objects that are not parts. */
export const curaAids: Readonly<Record<string, Aid>> = {
  'cura:cutting_mesh': 'modifier-volumes',
  'cura:infill_mesh': 'modifier-volumes',
  'cura:anti_overhang_mesh': 'support-volumes',
  'cura:support_mesh': 'support-volumes',
};
/** An unknown type is not a part either: it is reported as left out. */
const aidOf = (types: Readonly<Record<string, Aid>>, part: string, type = part): Aid | undefined =>
  type.trim().toLowerCase() === part ? undefined : (types[type.trim().toLowerCase()] ?? 'modifier-volumes');
const volumeTypes: Readonly<Record<string, Aid>> = {
  negativevolume: 'negative-volumes',
  parametermodifier: 'modifier-volumes',
  supportblocker: 'support-volumes',
  supportenforcer: 'support-volumes',
};

/** Reads the settings that slicers store with a 3MF model; empty for other programs. Throws as `readXml` does. */
export function readSlicerSettings(archive: Archive): SlicerSettings {
  const parts = new Map<string, Aid>();
  const ranges = new Map<string, TriangleRange[]>();
  let object = '';
  let range: { from: number; to: number } | undefined;
  const open = (name: string, attributes: ReadonlyMap<string, string>): void => {
    if (name === 'object') object = attributes.get('id') ?? '';
    else if (name === 'part') {
      const aid = aidOf(partTypes, 'normal_part', attributes.get('subtype') || undefined);
      if (aid) parts.set(`${object} ${attributes.get('id')}`, aid);
    } else if (name === 'volume')
      range = { from: Number(attributes.get('firstid')), to: Number(attributes.get('lastid')) };
    else if (name === 'metadata' && range) {
      const [key, value = ''] = [attributes.get('key'), attributes.get('value')];
      // Older versions have only modifiers.
      const aid =
        key === 'modifier' && value === '1'
          ? 'modifier-volumes'
          : key === 'volume_type'
            ? aidOf(volumeTypes, 'modelpart', value || undefined)
            : undefined;
      const others = ranges.get(object) ?? [];
      if (aid) ranges.set(object, [...others.filter(({ from }) => from !== range?.from), { aid, ...range }]);
    }
  };
  const close = (name: string): void => {
    if (name === 'volume') range = undefined;
  };
  for (const name of ['metadata/model_settings.config', 'metadata/slic3r_pe_model.config']) {
    const text = archive.readText(name);
    if (text !== undefined) readXml(text, { open, close });
  }
  return {
    componentAid: (objectId, componentId) => parts.get(`${objectId} ${componentId}`),
    rangesOf: (objectId) => ranges.get(objectId) ?? [],
  };
}
