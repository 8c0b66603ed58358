import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { tokens } from '#theme/tokens.ts';
import { compactText, figureText, isCount, type FigureKind } from './figure-texts.ts';

interface Props {
  /** In descending order of value. */
  rows: readonly { name: string; value: number }[];
  label: string;
  kind: FigureKind;
}

const { color, size } = tokens;
const NAME_PX = 128;
const FONT_PX = Number.parseInt(size.small, 10);
/** In full-width characters; a narrower character counts as 0.6. */
const MAX_WIDTH = Math.floor((NAME_PX - 12) / FONT_PX);

/** Shortens a name that the axis would clip. */
function shortName(name: string): string {
  let width = 0;
  const characters = Array.from(name);
  for (const [index, character] of characters.entries()) {
    width += character > '\u2e80' ? 1 : 0.6;
    if (width > MAX_WIDTH) return `${characters.slice(0, Math.max(1, index - 1)).join('')}…`;
  }
  return name;
}
const tick = { fill: color.muted, fontSize: FONT_PX };

export function RankChart({ rows, label, kind }: Props) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...rows]} layout="vertical" margin={{ top: 8, right: 16, bottom: 0, left: 8 }}>
        <CartesianGrid horizontal={false} stroke={color.line} />
        <XAxis
          type="number"
          tick={tick}
          // Counts are whole numbers.
          allowDecimals={!isCount(kind)}
          tickFormatter={(value: number) => (kind === 'share' ? figureText(kind, value) : compactText(value))}
          stroke={color['line-strong']}
        />
        <YAxis
          type="category"
          dataKey="name"
          width={NAME_PX}
          tick={tick}
          interval={0}
          tickFormatter={shortName}
          stroke={color['line-strong']}
        />
        <Tooltip formatter={(value) => figureText(kind, Number(value))} labelStyle={{ color: color.ink }} />
        <Bar dataKey="value" name={label} fill={color.primary} maxBarSize={20} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}
