import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { BodyMesh, Hole, Vector } from '#geometry/model-reading.ts';
import { boundsOf } from '#geometry/vectors.ts';
import { viewOfFaces } from './face-view.ts';
import { Marks } from './marks.tsx';
import { distanceText, holeAt, holeText, pointOnCut, snap } from './measuring.ts';
import { directionOfCut, isCutAway, NO_CUT, planeOf, showsCut, type Section } from './section.ts';
import { createRaycast } from './triangles.ts';
import { useGestures, type StagePoint } from './use-gestures.ts';
import { useScene } from './use-scene.ts';
import { useView } from './use-view.ts';
import { ViewerTools } from './viewer-tools.tsx';
import {
  fitBox,
  orbit,
  pan,
  rayThrough,
  standardViews,
  zoom,
  type Direction,
  type PicturePoint,
  type View,
} from './view.ts';
import styles from './model-viewer.module.css';

interface ModelViewerProps {
  mesh: BodyMesh;
  /** Clicking a face of a hole shows the hole's diameter and depth. */
  holes?: readonly Hole[];
  /** Whether a body of the part is open. */
  isOpen?: boolean;
  /** Faces shown in the warning colour; the picture turns to them when they change. */
  highlight?: readonly number[];
  /** Name and dimensions for screen readers. */
  label: string;
  /** Factor that converts lengths of the mesh and the holes to mm. */
  factor?: number;
  /** Whether the wheel zooms even without focus, because nothing around the picture scrolls. */
  zoomsOnWheel?: boolean;
}

const NO_FACES: readonly number[] = [];
const NO_HOLES: readonly Hole[] = [];
/** Rotation for a drag over the height of the picture. */
const TURN_RAD = Math.PI;
const TURN_STEP = Math.PI / 12;
const PAN_STEP = 0.1;
const ZOOM_STEP = 1.25;

/** Shows a part that the user can rotate, cut and measure, or a sentence in a browser without WebGL. */
export function ModelViewer(props: ModelViewerProps) {
  const { mesh, holes = NO_HOLES, isOpen = false, highlight = NO_FACES } = props;
  const { label, factor = 1, zoomsOnWheel = false } = props;
  const picture = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const box = useMemo(() => boundsOf(mesh.positions) ?? { low: ORIGIN, high: ORIGIN }, [mesh]);
  const raycast = useMemo(() => lazily(() => createRaycast(mesh)), [mesh]);
  const { view, latest, move, turnTo } = useView(useMemo(() => fitBox(standardViews[0], box, 1), [box]));
  const [section, setSection] = useState<Section>();
  const [isMeasuring, setMeasuring] = useState(false);
  const [points, setPoints] = useState<readonly Vector[]>([]);
  const [hovered, setHovered] = useState<Vector>();
  const [hole, setHole] = useState<Hole>();
  const cut = useMemo(() => (section ? planeOf(section, box) : NO_CUT), [section, box]);
  const { scene, size, isLost } = useScene(picture, mesh, box, isOpen);
  const aspect = size.height > 0 ? size.width / size.height : 0;
  const fittedAspect = useRef(0);

  useEffect(() => {
    if (scene) scene.show({ view, highlight, cut });
  }, [scene, view, highlight, cut]);

  useEffect(() => {
    if (aspect === 0) return;
    const target =
      highlight.length > 0
        ? viewOfFaces(mesh, raycast(), highlight, { box, aspect, from: latest.current })
        : undefined;
    if (target) turnTo(target);
    else if (fittedAspect.current !== aspect) move((current) => fitBox(current, box, aspect));
    fittedAspect.current = aspect;
  }, [mesh, raycast, highlight, box, aspect, latest, turnTo, move]);
  const look = (direction: Direction) => turnTo(fitBox(direction, box, aspect || 1));

  const pointAt = (at: PicturePoint) => {
    const ray = rayThrough(view, at, box);
    const hit = raycast()(ray.origin, ray.direction, section && ((point) => isCutAway(cut, point)));
    if (!hit) return undefined;
    const onCut = section && pointOnCut(mesh, cut, ray, hit);
    if (onCut) return { point: onCut, hole: undefined };
    return { hole: holeAt(mesh, holes, hit), ...snap(mesh, view, hit, at, size.height) };
  };
  useGestures(picture, {
    // Without focus, the wheel scrolls the page.
    takesWheel: ({ ctrlKey }) =>
      zoomsOnWheel || ctrlKey || picture.current?.contains(document.activeElement) === true,
    onDrag: ({ x, y, height }, isPan) => {
      const [right, down] = [x / height, y / height];
      move((current) =>
        isPan ? pan(current, right, down) : orbit(current, right * TURN_RAD, down * TURN_RAD),
      );
    },
    onZoom: (by, at) => move((current) => zoom(current, by, box, picturePoint(at))),
    onHover: (at) => {
      if (isMeasuring) setHovered(at && pointAt(picturePoint(at))?.point);
    },
    onClick: (at) => {
      const clicked = pointAt(picturePoint(at));
      setHole(clicked?.hole);
      if (isMeasuring && clicked && !clicked.hole)
        setPoints((marked) => (marked.length === 1 ? [...marked, clicked.point] : [clicked.point]));
    },
  });
  const changeSection = (next: Section | undefined) => {
    setSection(next);
    if (next && !showsCut(latest.current, planeOf(next, box))) look(directionOfCut(next));
  };
  const changeMeasuring = (isOn: boolean) => {
    setMeasuring(isOn);
    setPoints([]);
    setHovered(undefined);
    setHole(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && isMeasuring) {
      event.preventDefault();
      event.stopPropagation();
      return changeMeasuring(false);
    }
    const standard = /^[0-6]$/.test(event.key) ? standardViews[Number(event.key)] : undefined;
    const change = keyMoves(event.shiftKey)[event.key];
    if (standard) look(standard);
    else if (event.key.toLowerCase() === 'f') look(latest.current);
    else if (change) move((current) => change(current, box));
    else return;
    event.preventDefault();
  };

  const [from, to = isMeasuring ? hovered : undefined] = points;
  const distance = from && to && distanceText(from, to, factor);
  return (
    <div className={styles.viewer}>
      <div className={styles.stage}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the picture has keyboard controls */}
        <div
          ref={picture}
          className={styles.picture}
          role={scene === null ? 'img' : 'application'}
          aria-label={label}
          aria-describedby={scene === null ? undefined : helpId}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
          tabIndex={scene === null ? -1 : 0}
          data-measuring={isMeasuring}
          data-drawn={scene ? true : undefined}
          onContextMenu={(event) => event.preventDefault()}
          onKeyDown={onKeyDown}
        />
        {scene && (
          <Marks
            view={view}
            size={size}
            points={points}
            hovered={isMeasuring ? hovered : undefined}
            label={distance?.length}
          />
        )}
        {isLost && <p className={styles.missing}>三维显示中断，正在恢复…</p>}
        {scene === null && <p className={styles.missing}>浏览器不支持三维显示，尺寸和价格不受影响</p>}
        <p role="status" className={styles.status}>
          {hole && holeText(hole, factor)}
          {!hole && distance && points.length === 2 && `距离 ${distance.length}（${distance.components}）`}
          {!hole &&
            isMeasuring &&
            points.length < 2 &&
            (points.length === 0 ? '点两个点量距离，点孔量直径和深度' : '再点一个点')}
        </p>
      </div>
      {scene !== null && (
        <ViewerTools
          section={section}
          isMeasuring={isMeasuring}
          onViewChange={look}
          onFit={() => look(latest.current)}
          onSection={changeSection}
          onMeasure={changeMeasuring}
        />
      )}
      <p id={helpId} hidden>
        方向键转动，按住 Shift 平移，加减号缩放，F 适应，0 到 6 切换视图
      </p>
    </div>
  );
}

const picturePoint = ({ x, y, width, height }: StagePoint): PicturePoint => [
  (x - width / 2) / height,
  (height / 2 - y) / height,
];

const ORIGIN: Vector = [0, 0, 0];

function lazily<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

type Move = (view: View, box: Parameters<typeof zoom>[2]) => View;

const keyMoves = (isShift: boolean): Readonly<Record<string, Move>> => ({
  ArrowLeft: (view) => (isShift ? pan(view, -PAN_STEP, 0) : orbit(view, -TURN_STEP, 0)),
  ArrowRight: (view) => (isShift ? pan(view, PAN_STEP, 0) : orbit(view, TURN_STEP, 0)),
  ArrowUp: (view) => (isShift ? pan(view, 0, -PAN_STEP) : orbit(view, 0, -TURN_STEP)),
  ArrowDown: (view) => (isShift ? pan(view, 0, PAN_STEP) : orbit(view, 0, TURN_STEP)),
  '+': (view, box) => zoom(view, ZOOM_STEP, box),
  '=': (view, box) => zoom(view, ZOOM_STEP, box),
  '-': (view, box) => zoom(view, 1 / ZOOM_STEP, box),
});
