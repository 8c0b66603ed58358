#!/usr/bin/env node
import { ensureBuilt } from './ensure-built.mjs';

await ensureBuilt();
await import(new URL('../dist/server/main.js', import.meta.url).href);
