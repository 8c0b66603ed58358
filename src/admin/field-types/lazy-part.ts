import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

type Load<P> = () => Promise<ComponentType<P>>;

const parts = new WeakMap<object, unknown>();

/** The component that a descriptor loads; always the same one, so that it keeps its state. */
export function lazyPart<P>(load: Load<P>): LazyExoticComponent<ComponentType<P>> {
  const known = parts.get(load);
  if (known !== undefined) return known as LazyExoticComponent<ComponentType<P>>;
  const part = lazy(async () => ({ default: await load() }));
  parts.set(load, part);
  return part;
}
