/**
 * Cycles of an import graph (file → files it imports), each with its first file repeated at the end. When there is
 * any cycle, at least one is found; cycles that share files may be reported as one.
 */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const path: string[] = [];

  function visit(file: string): void {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push([...path.slice(at), file]);
    if (at >= 0 || finished.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    finished.add(file);
  }

  for (const file of graph.keys()) visit(file);
  return cycles;
}
