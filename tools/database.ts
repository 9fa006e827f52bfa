import { join, resolve } from 'node:path';
import { runningPostgres, startPostgres } from './postgres.ts';

/** Where this machine keeps what Larkmere must not lose. */
export const dataDirectory = (): string => resolve(process.env.DATA_DIR ?? '.data');

/** The folder of the bundled server. */
export const serverDirectory = (): string => join(dataDirectory(), 'postgres');

/**
 * Runs a command against the database that `npm start` uses: DATABASE_URL, else the bundled server,
 * which is started for the length of the command unless it is already running.
 */
export async function withDatabase<Result>(command: (url: string) => Promise<Result>): Promise<Result> {
  const url = process.env.DATABASE_URL ?? runningPostgres(serverDirectory());
  if (url !== undefined) return await command(url);
  const server = await startPostgres({ dir: serverDirectory() });
  try {
    return await command(server.url);
  } finally {
    await server.stop();
  }
}
