import { WebGLRenderTarget, type WebGLRenderer } from 'three';
import type { BodyMesh } from '#geometry/model-reading.ts';
import { boundsOf } from '#geometry/vectors.ts';
import { compileShaders, createSceneAndCamera, createRenderer } from './scene.ts';
import { NO_CUT } from './section.ts';
import { fitBox, standardViews } from './view.ts';

const WIDTH = 240;
const HEIGHT = 180;
/** Largest length of the data URL that contains the picture. */
const MAX_LENGTH = 20 * 1024;

/** The graphics context ends after this idle time. */
const IDLE_MS = 5_000;

/** A renderer for the pictures of many parts: creating its context and shaders takes longer than drawing a picture. */
interface SharedRenderer {
  renderer: WebGLRenderer;
  /** Kept, because a compiled shader is freed with the last material that uses it. */
  lastScene?: ReturnType<typeof createSceneAndCamera>;
  useCount: number;
  timer?: ReturnType<typeof setTimeout>;
}
let sharedRenderer: SharedRenderer | undefined;

function acquireRenderer(): SharedRenderer | undefined {
  // The graphics context may have been lost.
  if (sharedRenderer?.renderer.getContext().isContextLost()) closeRenderer(sharedRenderer);
  const renderer = sharedRenderer?.renderer ?? createRenderer();
  if (!renderer) return undefined;
  sharedRenderer ??= { renderer, useCount: 0 };
  clearTimeout(sharedRenderer.timer);
  sharedRenderer.useCount += 1;
  return sharedRenderer;
}

function releaseRenderer(acquired: SharedRenderer): void {
  acquired.useCount -= 1;
  if (acquired.useCount === 0) acquired.timer = setTimeout(() => closeRenderer(acquired), IDLE_MS);
}

function closeRenderer(closed: SharedRenderer): void {
  if (sharedRenderer === closed) sharedRenderer = undefined;
  clearTimeout(closed.timer);
  closed.lastScene?.dispose();
  closed.renderer.dispose();
  closed.renderer.forceContextLoss();
}

/** A small isometric picture of a mesh as a data URL; undefined without WebGL. Does not block on the GPU. */
export async function drawModelPicture(mesh: BodyMesh): Promise<string | undefined> {
  const box = boundsOf(mesh.positions);
  const acquired = box && acquireRenderer();
  if (!acquired) return undefined;
  const { renderer } = acquired;
  const sceneAndCamera = createSceneAndCamera(mesh, box);
  const target = new WebGLRenderTarget(WIDTH, HEIGHT, { samples: 4 });
  try {
    const aspect = WIDTH / HEIGHT;
    sceneAndCamera.arrange(
      { view: fitBox(standardViews[0], box, aspect), highlight: [], cut: NO_CUT },
      aspect,
    );
    await withTarget(target, renderer, () => compileShaders(renderer, sceneAndCamera));
    withTarget(target, renderer, () => renderer.render(sceneAndCamera.scene, sceneAndCamera.camera));
    acquired.lastScene?.dispose();
    acquired.lastScene = sceneAndCamera;
    const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
    await renderer.readRenderTargetPixelsAsync(target, 0, 0, WIDTH, HEIGHT, pixels);
    return encode(pixels);
  } finally {
    target.dispose();
    releaseRenderer(acquired);
  }
}

/** Resets the target before anything is awaited, because another picture may be drawn meanwhile. */
function withTarget<T>(target: WebGLRenderTarget, renderer: WebGLRenderer, work: () => T): T {
  renderer.setRenderTarget(target);
  const result = work();
  renderer.setRenderTarget(null);
  return result;
}

/** WebP, or JPEG in a browser that cannot encode WebP; undefined if too large. The rows of `pixels` begin at the bottom. */
function encode(pixels: Uint8ClampedArray<ArrayBuffer>): string | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d');
  const row = WIDTH * 4;
  const upright = new Uint8ClampedArray(pixels.length);
  for (let y = 0; y < HEIGHT; y++) {
    upright.set(pixels.subarray(y * row, (y + 1) * row), (HEIGHT - 1 - y) * row);
  }
  context?.putImageData(new ImageData(upright, WIDTH, HEIGHT), 0, 0);
  return ['image/webp', 'image/jpeg']
    .map((type) => ({ type, url: canvas.toDataURL(type, 0.8) }))
    .find(({ type, url }) => url.startsWith(`data:${type}`) && url.length <= MAX_LENGTH)?.url;
}
