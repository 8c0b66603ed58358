import { useMemo } from 'react';
import type { ModelReading } from '#geometry/model-reading.ts';
import { lazyComponent } from '#storefront/ui/lazy-component.tsx';
import type { PartModel } from '../draft/part-model.ts';
import { bodyOf, meshOf } from './part-measures.ts';
import { sizeFieldsOf } from './model-size.ts';

interface PartViewerProps {
  model: PartModel;
  reading: ModelReading;
  /** Indices of the faces to colour. */
  highlight: readonly number[] | undefined;
  isLarge?: boolean;
}

const ModelViewer = lazyComponent(async () => (await import('#viewer/model-viewer.tsx')).ModelViewer);

/** The 3D view of a part: its body, or all bodies of the file. */
export function PartViewer({ model, reading, highlight, isLarge }: PartViewerProps) {
  const { bodyIndex } = model;
  const body = bodyOf(reading, model);
  const mesh = useMemo(() => meshOf(reading, model), [reading, model]);
  return (
    <ModelViewer
      key={`${model.fileId} ${bodyIndex}`}
      mesh={mesh}
      holes={body?.features?.holes}
      isOpen={(body ? [body] : reading.bodies).some(({ kind }) => kind === 'open')}
      highlight={highlight}
      label={labelOf(model, body?.features?.holes?.length ?? 0)}
      factor={model.factor}
      zoomsOnWheel={isLarge}
    />
  );
}

function labelOf(model: PartModel, holes: number): string {
  const size = sizeFieldsOf(model);
  const facts = [
    size && `${size.length} × ${size.width} × ${size.height} mm`,
    holes > 0 && `${holes} 个孔`,
  ].filter(Boolean);
  return [model.fileName, ...facts].join('，');
}
