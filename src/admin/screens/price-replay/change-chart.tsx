import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { tokens } from '#theme/tokens.ts';
import type { ReplayResult } from '#contract/prices/replay-result.ts';

const { color, size } = tokens;
const tick = { fill: color.muted, fontSize: Number.parseInt(size.small, 10) };

/** Charts the number of orders by the change in their total. */
export function ChangeChart({ changes }: Pick<ReplayResult, 'changes'>) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...changes]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke={color.line} />
        <XAxis dataKey="label" tick={tick} interval="preserveStartEnd" stroke={color['line-strong']} />
        <YAxis tick={tick} width={48} allowDecimals={false} stroke={color['line-strong']} />
        <Tooltip formatter={(value) => `${Number(value)} 单`} labelStyle={{ color: color.ink }} />
        <Bar dataKey="orders" name="订单" fill={color.primary} maxBarSize={48} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}
