import type { StockTable } from '#domain/stock/plan-stock.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import type { Catalogue } from '../catalogue.service.ts';

/** The stock sizes with the allowances from the settings. */
export const stockTableOf = ({ stockSizes }: Catalogue, settings: Settings): StockTable => ({
  sizes: stockSizes,
  allowances: {
    plate: settings['stock.plateAllowance'],
    flatBar: settings['stock.flatBarAllowance'],
    squareBar: settings['stock.squareBarAllowance'],
    roundBar: settings['stock.roundBarAllowance'],
  },
});
