import { register } from 'node:module';

/* Loaded by `node --import` into a served process: sharp does not load, as on an old processor. */
const hook = `export async function resolve(name, context, next) {
  if (name === 'sharp') throw new Error('Prebuilt binaries require v2 microarchitecture');
  return next(name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
