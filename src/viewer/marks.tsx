import type { Vector } from '#geometry/model-reading.ts';
import { project, type View } from './view.ts';
import styles from './model-viewer.module.css';

interface MarksProps {
  view: View;
  size: { width: number; height: number };
  points: readonly Vector[];
  /** The point under the pointer. */
  hovered: Vector | undefined;
  label: string | undefined;
}

export function Marks({ view, size, points, hovered, label }: MarksProps) {
  const toPixels = (point: Vector) => {
    const [right, up] = project(view, point);
    return { x: size.width / 2 + right * size.height, y: size.height / 2 - up * size.height };
  };
  const marks = points.map(toPixels);
  const hoveredMark = hovered && toPixels(hovered);
  const [from, to = hoveredMark] = marks;
  return (
    <svg className={styles.marks} width={size.width} height={size.height} aria-hidden="true">
      {from && to && <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />}
      {[...marks, ...(hoveredMark ? [hoveredMark] : [])].map(({ x, y }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- points are distinguished by their order
        <circle key={index} cx={x} cy={y} r="4" />
      ))}
      {from && to && label && (
        <text x={(from.x + to.x) / 2} y={(from.y + to.y) / 2 - 8}>
          {label}
        </text>
      )}
    </svg>
  );
}
