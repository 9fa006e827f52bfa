/** Fixed by the specification (section 9). */
export const chunkLimitMs = 120_000;

class ChunkTimeout extends Error {
  override readonly name = 'LateChunk';
}

export async function loadChunk<Module>(load: Promise<Module>): Promise<Module> {
  let clock: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    clock = setTimeout(() => reject(new ChunkTimeout('a file of the app has not come')), chunkLimitMs);
  });
  try {
    return await Promise.race([load, late]);
  } finally {
    clearTimeout(clock);
  }
}

/** `missing`: a release has replaced the file. */
export function chunkFailureOf(error: unknown): 'missing' | 'late' | undefined {
  if (error instanceof ChunkTimeout) return 'late';
  const isMissing =
    error instanceof Error && /dynamically imported module|importing a module script|preload css/i.test(error.message);
  return isMissing ? 'missing' : undefined;
}
