import {
  Bar,
  BarChart,
  CartesianGrid,
  ErrorBar,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { tokens } from '#theme/tokens.ts';
import { signedPercent } from './calibration-texts.ts';

/** The deviation of a tag or option, and the ends of its interval, in percent. */
interface DeviationBar {
  name: string;
  percent: number;
  low: number;
  high: number;
}

const { color, size } = tokens;
const NAME_PX = 112;
const tick = { fill: color.muted, fontSize: Number.parseInt(size.small, 10) };

export function DeviationChart({ bars }: { bars: readonly DeviationBar[] }) {
  const data = bars.map((bar) => ({ ...bar, error: [bar.percent - bar.low, bar.high - bar.percent] }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={data} layout="vertical" margin={{ top: 8, right: 16, bottom: 0, left: 8 }}>
        <CartesianGrid horizontal={false} stroke={color.line} />
        <XAxis
          type="number"
          tick={tick}
          tickFormatter={(value: number) => `${value}%`}
          stroke={color['line-strong']}
        />
        <YAxis
          type="category"
          dataKey="name"
          width={NAME_PX}
          tick={tick}
          interval={0}
          stroke={color['line-strong']}
        />
        <ReferenceLine x={0} stroke={color['line-strong']} />
        <Tooltip formatter={(value) => signedPercent(Number(value))} labelStyle={{ color: color.ink }} />
        <Bar dataKey="percent" name="偏差" fill={color.primary} maxBarSize={20} isAnimationActive={false}>
          <ErrorBar dataKey="error" direction="x" width={6} stroke={color.ink} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
