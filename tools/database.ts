import { join, resolve } from 'node:path';
import { runningPostgres, startPostgres } from './postgres.ts';

export const dataDirectory = (): string => resolve(process.env.DATA_DIR ?? '.data');

export const serverDirectory = (): string => join(dataDirectory(), 'postgres');

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
