#!/usr/bin/env node
import { ensureBuilt } from './ensure-built.mjs';

await ensureBuilt();
await import(new URL('../dist/server/cli.js', import.meta.url).href);
