import { loadChunk } from '../../ui/chunk.ts';
import { call } from './call.ts';
import { ApiError } from './call-errors.ts';
import { endpoints } from './endpoints.ts';

/**
 * Sends a login, and again with a proof of work if the server requires one. The hashing runs in the browser's own
 * crypto, off the main thread, so it needs no worker.
 */
export async function withCaptcha(send: (captcha?: string) => Promise<void>, onSolving: () => void): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'captcha_required') throw error;
    onSolving();
    await send(await solveCaptcha());
  }
}

async function solveCaptcha(): Promise<string> {
  const { pbkdf2, solveChallenge } = await loadChunk(import('altcha/lib'));
  type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];
  const { challenge } = (await call(endpoints.session.captcha, {})) as { challenge: Challenge };
  const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}
