import { useEffect, useState, type RefObject } from 'react';
import type { BodyMesh } from '#geometry/model-reading.ts';
import type { Bounds } from '#geometry/vectors.ts';
import { createScene, type ModelScene } from './scene.ts';

/**
 * The scene of a mesh on a canvas inside `picture`: undefined until it is created, null without WebGL. `isOpen`: a body
 * of the mesh is open. The size is in CSS pixels; `isLost` is true while the graphics driver restarts.
 */
export function useScene(
  picture: RefObject<HTMLElement | null>,
  mesh: BodyMesh,
  box: Bounds,
  isOpen: boolean,
) {
  const [scene, setScene] = useState<ModelScene | null>();
  const [isLost, setLost] = useState(false);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const mount = (created: ModelScene, element: HTMLElement) => {
      const { canvas } = created;
      element.append(canvas);
      canvas.addEventListener('webglcontextlost', () => setLost(true), { signal });
      canvas.addEventListener('webglcontextrestored', () => setLost(false), { signal });
      const observer = new ResizeObserver(() => {
        const { clientWidth: width, clientHeight: height } = element;
        if (width === 0 || height === 0) return;
        created.resize(width, height);
        setSize({ width, height });
      });
      observer.observe(element);
      signal.addEventListener('abort', () => {
        observer.disconnect();
        canvas.remove();
        created.dispose();
      });
    };
    void createScene(mesh, box, isOpen).then((created) => {
      if (signal.aborted) return created?.dispose();
      if (created && picture.current) mount(created, picture.current);
      setScene(created ?? null);
    });
    return () => abort.abort();
  }, [picture, mesh, box, isOpen]);
  return { scene, size, isLost };
}
