/** The server's own directory, held by this process alone until `release`. */
export interface DataDirectory {
  /** Absolute path. */
  readonly path: string;
  /** Gives the directory to the next process; further calls do nothing. */
  release(): Promise<void>;
}

/**
 * Creates the directory when absent and takes it for this process.
 * @throws StartError not writable, less than 200 MB free, or held by another process (which it names)
 */
export declare function openDataDirectory(path: string): Promise<DataDirectory>;
