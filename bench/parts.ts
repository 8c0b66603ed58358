import { api } from './api.ts';
import { backOffice } from './back-office.ts';
import { backOfficePages } from './back-office-pages.ts';
import { bundles } from './bundles.ts';
import { cad } from './cad.ts';
import { cadProofs } from './cad-proofs.ts';
import { demo } from './demo.ts';
import { documents } from './documents.ts';
import { drops } from './drops.ts';
import type { Part } from './figure.ts';
import { growth } from './growth.ts';
import { library } from './library.ts';
import { modelsServer } from './models-server.ts';
import { pages } from './pages.ts';
import { partPrices } from './part-prices.ts';
import { pricing } from './pricing.ts';
import { publishing } from './publishing.ts';
import { replay } from './replay.ts';
import { requests } from './requests.ts';
import { starts } from './starts.ts';
import { streams } from './streams.ts';

/** Every part of the bench by its name on the command line, in the order of the report. */
export const parts: Record<string, Part> = {
  pricing,
  cad,
  cadProofs,
  modelsServer,
  partPrices,
  drops,
  starts,
  api,
  backOffice,
  requests,
  library,
  publishing,
  replay,
  growth,
  demo,
  documents,
  streams,
  bundles,
  pages,
  backOfficePages,
};
