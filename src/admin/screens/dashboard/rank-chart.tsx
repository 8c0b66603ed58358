import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { tokens } from '#theme/tokens.ts';
import { compactText, figureText, type FigureKind } from './figure-texts.ts';

interface Props {
  /** The largest first. */
  rows: readonly { name: string; value: number }[];
  /** The label of the bars' values. */
  label: string;
  kind: FigureKind;
}

const { color, size } = tokens;
const tick = { fill: color.muted, fontSize: Number.parseInt(size.small, 10) };
const MAX_NAME = 10;

/** A horizontal bar for each name. */
export function RankChart({ rows, label, kind }: Props) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...rows]} layout="vertical" margin={{ top: 8, right: 16, bottom: 0, left: 8 }}>
        <CartesianGrid horizontal={false} stroke={color.line} />
        <XAxis
          type="number"
          tick={tick}
          // Counts are whole numbers.
          allowDecimals={kind !== 'count'}
          tickFormatter={compactText}
          stroke={color['line-strong']}
        />
        <YAxis
          type="category"
          dataKey="name"
          width={112}
          tick={tick}
          interval={0}
          tickFormatter={(name: string) =>
            name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name
          }
          stroke={color['line-strong']}
        />
        <Tooltip formatter={(value) => figureText(kind, Number(value))} labelStyle={{ color: color.ink }} />
        <Bar dataKey="value" name={label} fill={color.primary} maxBarSize={20} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}
