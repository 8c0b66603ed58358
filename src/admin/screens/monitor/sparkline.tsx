import styles from './monitor.module.css';

interface Props {
  label: string;
  values: readonly number[];
  /** The top of the scale; default: the largest value. */
  max?: number;
}

const WIDTH = 120;
const HEIGHT = 32;

/** A line through the values, with the newest at the right. */
export function Sparkline({ label, values, max }: Props) {
  const top = Math.max(max ?? 0, ...values, 1e-9);
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${y(value / top)}`);
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.length > 1 ? <polyline points={points.join(' ')} /> : null}
    </svg>
  );
}

/** The y coordinate of a fraction of the scale, one unit inside the box so that the line is not clipped. */
const y = (fraction: number) => (HEIGHT - 1 - fraction * (HEIGHT - 2)).toFixed(1);
