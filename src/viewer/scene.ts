import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  Color,
  ColorManagement,
  DirectionalLight,
  DoubleSide,
  LinearSRGBColorSpace,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
  OrthographicCamera,
  Plane as ClippingPlane,
  Scene,
  WebGLRenderer,
} from 'three';
import type { BodyMesh } from '#geometry/model-reading.ts';
import { plus, type Bounds } from '#geometry/vectors.ts';
import { tokens } from '#theme/tokens.ts';
import { createCap } from './cap.ts';
import { NO_CUT, type Plane } from './section.ts';
import { indicesOf } from './triangles.ts';
import { axesOf, eyeDistance, type View } from './view.ts';

export interface Picture {
  view: View;
  /** Faces shown in the warning colour. */
  highlight: readonly number[];
  cut: Plane;
}

export interface ModelScene {
  canvas: HTMLCanvasElement;
  /** In CSS pixels. */
  resize: (width: number, height: number) => void;
  /** Draws the picture in the next frame. */
  show: (picture: Picture) => void;
  dispose: () => void;
}

/** A higher ratio makes no visible difference and costs four times the work. */
const MAX_PIXEL_RATIO = 2;

const colours = {
  ground: tokens.color.page,
  part: '#c9d2cd',
  /** The inside of the material, seen at a cut. */
  inside: '#7cb894',
  edge: '#26332c',
  warning: '#f0781e',
} as const;

/** Scene and camera of a mesh, for the page and for small pictures. An open body has no material to show inside a cut. */
export function createSceneAndCamera(mesh: BodyMesh, box: Bounds, isOpen = false) {
  // Keeps colours as on the page.
  ColorManagement.enabled = false;
  const plane = new ClippingPlane();
  const clippingPlanes = [plane];
  const positions = new BufferAttribute(mesh.positions, 3);
  const normals = new BufferAttribute(mesh.normals, 3);
  const geometryOf = (indices: Uint32Array) =>
    new BufferGeometry()
      .setAttribute('position', positions)
      .setAttribute('normal', normals)
      .setIndex(new BufferAttribute(indices, 1));
  const body = geometryOf(mesh.indices);
  const edges = new BufferGeometry().setAttribute('position', new BufferAttribute(mesh.edges, 3));
  const offset = { polygonOffset: true, polygonOffsetUnits: 1 };
  const createMaterial = isOpen ? createTwoSidedMaterial : createSolidMaterial;
  const part = createMaterial({ color: colours.part, polygonOffsetFactor: 2, ...offset, clippingPlanes });
  const highlighted = createMaterial({
    color: colours.warning,
    polygonOffsetFactor: 1,
    ...offset,
    clippingPlanes,
  });
  const glow = new MeshBasicMaterial({
    color: colours.warning,
    transparent: true,
    opacity: 0.35,
    depthTest: false,
    clippingPlanes,
  });
  const lines = new LineBasicMaterial({ color: colours.edge, clippingPlanes });

  const scene = new Scene();
  scene.background = new Color(colours.ground);
  const camera = new OrthographicCamera();
  // A light from the upper left of the picture, and a weaker one from the lower right.
  const keyLight = new DirectionalLight(0xffffff, 1.35);
  keyLight.position.set(-0.5, 0.8, 1);
  const fillLight = new DirectionalLight(0xffffff, 0.75);
  fillLight.position.set(0.9, -0.3, 0.6);
  camera.add(keyLight, keyLight.target, fillLight, fillLight.target);
  scene.add(camera, new AmbientLight(0xffffff, 1.75), new Mesh(body, part), new LineSegments(edges, lines));
  // Frustum culling would compute bounding spheres in a pass over all points, but the part is always in view.
  for (const child of scene.children) child.frustumCulled = false;

  let cap: ReturnType<typeof createCap> | undefined;
  let shownHighlight: readonly number[] = [];
  let highlightMeshes: Mesh[] = [];
  const disposeHighlight = () => {
    for (const highlightMesh of highlightMeshes) {
      scene.remove(highlightMesh);
      // The part uses the same attributes, which must not be freed.
      highlightMesh.geometry.deleteAttribute('position').deleteAttribute('normal').dispose();
    }
    highlightMeshes = [];
  };
  // The face of a cut is created on first use, because most parts are never cut.
  const showCap = (isCut: boolean) => {
    if (isCut && !cap) {
      cap = createCap(body, plane, { box, color: colours.inside });
      scene.add(cap.group);
    }
    if (!cap) return;
    cap.group.visible = isCut;
    cap.update();
  };
  return {
    scene,
    camera,
    /** Updates the scene for a picture; `aspect` is its width divided by its height. */
    arrange: ({ view, highlight, cut }: Picture, aspect: number) => {
      plane.normal.set(...cut.normal);
      plane.constant = cut.constant;
      showCap(cut !== NO_CUT && !isOpen);
      aim(camera, view, box, aspect);
      if (highlight === shownHighlight) return;
      shownHighlight = highlight;
      disposeHighlight();
      const indices = indicesOf(mesh, highlight);
      if (indices.length === 0) return;
      const geometry = geometryOf(indices);
      highlightMeshes = [new Mesh(geometry, highlighted), new Mesh(geometry, glow)];
      for (const highlightMesh of highlightMeshes) highlightMesh.frustumCulled = false;
      scene.add(...highlightMeshes);
    },
    dispose: () => {
      disposeHighlight();
      cap?.dispose();
      for (const disposable of [body, edges, part, highlighted, glow, lines]) disposable.dispose();
    },
  };
}

type PhongParameters = ConstructorParameters<typeof MeshPhongMaterial>[0];

const createTwoSidedMaterial = (parameters: PhongParameters): MeshPhongMaterial =>
  new MeshPhongMaterial({ ...parameters, specular: 0x222222, shininess: 24, side: DoubleSide });

/** A material whose back faces have the flat colour of a cut. */
function createSolidMaterial(parameters: PhongParameters): MeshPhongMaterial {
  const material = createTwoSidedMaterial(parameters);
  const inside = new Color(colours.inside);
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <dithering_fragment>',
      `if (!gl_FrontFacing) gl_FragColor.rgb = vec3(${inside
        .toArray()
        .map((value) => value.toFixed(4))
        .join()});`,
    );
  };
  return material;
}

function aim(camera: OrthographicCamera, view: View, box: Bounds, aspect: number): void {
  const { toEye, up } = axesOf(view);
  const distance = eyeDistance(view, box);
  camera.position.set(...plus(view.target, toEye, distance));
  camera.up.set(...up);
  camera.lookAt(...view.target);
  camera.top = view.height / 2;
  camera.bottom = -camera.top;
  camera.right = camera.top * aspect;
  camera.left = -camera.right;
  camera.near = 0;
  camera.far = 2 * distance;
  camera.updateProjectionMatrix();
}

/** A renderer on its own canvas; undefined in a browser without WebGL. */
export function createRenderer(): WebGLRenderer | undefined {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', {
    antialias: true,
    alpha: false,
    stencil: true,
    powerPreference: 'low-power',
  });
  if (!context) return undefined;
  const renderer = new WebGLRenderer({ canvas, context });
  renderer.outputColorSpace = LinearSRGBColorSpace;
  renderer.localClippingEnabled = true;
  // Checking shader errors would block until the compilation ends.
  renderer.debug.checkShaderErrors = false;
  return renderer;
}

/** Compiles the shaders without blocking. Without the extension for this, the first drawing compiles them. */
export async function compileShaders(
  renderer: WebGLRenderer,
  { scene, camera }: Pick<ReturnType<typeof createSceneAndCamera>, 'scene' | 'camera'>,
): Promise<void> {
  if (renderer.extensions.has('KHR_parallel_shader_compile')) await renderer.compileAsync(scene, camera);
}

/** Creates a canvas that shows a mesh, once the shaders are compiled; undefined in a browser without WebGL. */
export async function createScene(
  mesh: BodyMesh,
  box: Bounds,
  isOpen: boolean,
): Promise<ModelScene | undefined> {
  const renderer = createRenderer();
  if (!renderer) return undefined;
  const canvas = renderer.domElement;
  const sceneAndCamera = createSceneAndCamera(mesh, box, isOpen);
  const { scene, camera, arrange, dispose } = sceneAndCamera;
  await compileShaders(renderer, sceneAndCamera);
  let picture: Picture | undefined;
  let aspect = 1;
  let frame = 0;
  const draw = () => {
    frame = 0;
    if (!picture) return;
    arrange(picture, aspect);
    renderer.render(scene, camera);
  };
  const invalidate = () => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  canvas.addEventListener('webglcontextrestored', invalidate);
  return {
    canvas,
    resize: (width, height) => {
      renderer.setPixelRatio(Math.min(MAX_PIXEL_RATIO, globalThis.devicePixelRatio || 1));
      renderer.setSize(width, height, false);
      aspect = width / height;
      // Resizing clears the canvas: draw without waiting for a frame.
      draw();
    },
    show: (next) => {
      picture = next;
      invalidate();
    },
    dispose: () => {
      cancelAnimationFrame(frame);
      canvas.removeEventListener('webglcontextrestored', invalidate);
      dispose();
      renderer.dispose();
      // Browsers allow about sixteen contexts and free them late.
      renderer.forceContextLoss();
    },
  };
}
