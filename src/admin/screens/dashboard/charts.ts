import { lazy } from 'react';

// recharts is larger than all the other code of a dashboard, so it is loaded only with the first chart.
export const TrendChart = lazy(() => import('./trend-chart.tsx').then((m) => ({ default: m.TrendChart })));
export const RankChart = lazy(() => import('./rank-chart.tsx').then((m) => ({ default: m.RankChart })));
