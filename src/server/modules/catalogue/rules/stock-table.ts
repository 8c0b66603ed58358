import type { StockTable } from '#domain/stock/plan-stock.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import type { Catalogue } from '../catalogue.service.ts';

/** The shop's sizes of stock with the allowances of its settings. */
export const stockTableOf = ({ stockSizes }: Catalogue, settings: Settings): StockTable => ({
  sizes: stockSizes,
  allowances: {
    plate: settings['stock.plateAllowance'],
    flatBar: settings['stock.flatBarAllowance'],
    squareBar: settings['stock.squareBarAllowance'],
    roundBar: settings['stock.roundBarAllowance'],
  },
});
