/** Fixed by the specification (section 9). */
export const chunkLimitMs = 120_000;

class LateChunk extends Error {
  override readonly name = 'LateChunk';
}

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

/** `missing`: a release has replaced the file. */
export function isChunkFailure(error: unknown): 'missing' | 'late' | undefined {
  if (error instanceof LateChunk) return 'late';
  const isMissing =
    error instanceof Error && /dynamically imported module|importing a module script|preload css/i.test(error.message);
  return isMissing ? 'missing' : undefined;
}
