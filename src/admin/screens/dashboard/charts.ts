import { lazy } from 'react';

// recharts is larger than everything else that a dashboard needs: it comes with the first chart that is shown.
export const TrendChart = lazy(() => import('./trend-chart.tsx').then((m) => ({ default: m.TrendChart })));
export const RankChart = lazy(() => import('./rank-chart.tsx').then((m) => ({ default: m.RankChart })));
