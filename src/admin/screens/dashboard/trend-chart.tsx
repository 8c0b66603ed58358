import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { tokens } from '#theme/tokens.ts';
import { compactText, figureText, type FigureKind } from './figure-texts.ts';

interface Series {
  key: string;
  label: string;
  kind: FigureKind;
  shape: 'bar' | 'line';
  color: keyof typeof tokens.color;
}

interface Props {
  /** One entry for each day. */
  days: readonly { day: string }[];
  series: readonly Series[];
}

const { color, size } = tokens;
const tick = { fill: color.muted, fontSize: Number.parseInt(size.small, 10) };

/** In the text colour, because the colours of bars are too light for text. */
const legendLabel = (label: string) => <span style={{ color: color.ink }}>{label}</span>;

export function TrendChart({ days, series }: Props) {
  const kinds = new Map(series.map(({ label, kind }) => [label, kind]));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...days]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke={color.line} />
        <XAxis
          dataKey="day"
          tick={tick}
          tickFormatter={(day: string) => day.slice(5)}
          minTickGap={24}
          stroke={color['line-strong']}
        />
        <YAxis
          tick={tick}
          allowDecimals={false}
          width={44}
          tickFormatter={compactText}
          stroke={color['line-strong']}
        />
        <Tooltip
          formatter={(value, name) => figureText(kinds.get(String(name)) ?? 'orders', Number(value))}
          labelStyle={{ color: color.ink }}
        />
        <Legend itemSorter={null} formatter={legendLabel} />
        {series.map(({ key, label, shape, color: name }) =>
          shape === 'bar' ? (
            <Bar
              key={key}
              dataKey={key}
              name={label}
              fill={color[name]}
              maxBarSize={24}
              isAnimationActive={false}
            />
          ) : (
            <Line
              key={key}
              dataKey={key}
              name={label}
              type="linear"
              stroke={color[name]}
              strokeWidth={2}
              dot={days.length === 1}
              isAnimationActive={false}
            />
          ),
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
