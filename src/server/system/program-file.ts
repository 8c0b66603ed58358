let builtFolder: URL | undefined;

/** For tests, which run the sources: uses built programs in `folder`, because tsx needs a second to load one. */
export function setBuiltPrograms(folder: URL): void {
  builtFolder = folder;
}

interface ProgramFile {
  url: URL;
  /** TypeScript, which tsx loads. */
  isSource: boolean;
}

/** The file of a thread or child process: bundled next to the caller in `dist`, its source in development. */
export function programFile(callerUrl: string, name: string): ProgramFile {
  const folder = callerUrl.endsWith('.ts') ? builtFolder : callerUrl;
  if (folder) return { url: new URL(`${name}.js`, folder), isSource: false };
  return { url: new URL(`${name}.ts`, callerUrl), isSource: true };
}
