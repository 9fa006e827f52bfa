/** How long a file of the app may take (specification, section 9). */
export const chunkLimitMs = 120_000;

/** A script or style file of the app that has not come in time. */
class LateChunk extends Error {
  override readonly name = 'LateChunk';
}

/** Hands on a file that is being loaded. One that has not come after 120 seconds is a load failure. */
export async function loadInTime<Module>(load: Promise<Module>): Promise<Module> {
  let clock: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    clock = setTimeout(() => reject(new LateChunk('a file of the app has not come')), chunkLimitMs);
  });
  try {
    return await Promise.race([load, late]);
  } finally {
    clearTimeout(clock);
  }
}

/** Whether a page could not be shown for want of a file: `missing`, as after a release, or `late`. */
export function isChunkFailure(error: unknown): 'missing' | 'late' | undefined {
  if (error instanceof LateChunk) return 'late';
  const isMissing =
    error instanceof Error && /dynamically imported module|importing a module script|preload css/i.test(error.message);
  return isMissing ? 'missing' : undefined;
}
