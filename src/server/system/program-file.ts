let built: URL | undefined;

/** For tests, which run the sources: takes the programs of a build in `folder`, because tsx needs a second to load one. */
export function takeBuiltPrograms(folder: URL): void {
  built = folder;
}

interface ProgramFile {
  url: URL;
  /** It is TypeScript, which tsx loads. */
  isSource: boolean;
}

/** The file of a thread or child process. In `dist` it is bundled next to the caller; in development its source is. */
export function programFile(callerUrl: string, name: string): ProgramFile {
  const folder = callerUrl.endsWith('.ts') ? built : callerUrl;
  if (folder) return { url: new URL(`${name}.js`, folder), isSource: false };
  return { url: new URL(`${name}.ts`, callerUrl), isSource: true };
}
