/** An object of the kernel, which garbage collection does not reach. */
export interface Disposable {
  delete: () => void;
}

/** Registers an object to be freed at the end of the scope and returns it. */
export type FreeLater = <T extends Disposable>(object: T) => T;

interface FileSystem {
  FS: { writeFile: (path: string, bytes: Uint8Array) => void; unlink: (path: string) => void };
}

/** Runs `work` with the bytes as a file in the file system of a kernel. */
export function withFile<T>({ FS }: FileSystem, bytes: Uint8Array, work: (path: string) => T): T {
  FS.writeFile('/model', bytes);
  try {
    return work('/model');
  } finally {
    FS.unlink('/model');
  }
}

/** Runs `work` and frees the objects that it has registered, newest first, even if it throws. */
export function scoped<T>(work: (freeLater: FreeLater) => T): T {
  const owned: Disposable[] = [];
  try {
    return work((object) => {
      owned.push(object);
      return object;
    });
  } finally {
    for (const object of owned.toReversed()) object.delete();
  }
}
