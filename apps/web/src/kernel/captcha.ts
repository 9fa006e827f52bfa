import { loadInTime } from '../ui/chunk.ts';
import { call } from './call.ts';
import { ApiError } from './call-errors.ts';
import { endpoints } from './endpoints.ts';

/**
 * Sends a login, and once more with a proof of work when the server asks for one. The challenge is our own server's; the
 * hashing runs off the main thread in the browser's own crypto, so no worker is needed and the page stays quick.
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
  const { pbkdf2, solveChallenge } = await loadInTime(import('altcha/lib'));
  type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];
  const { challenge } = (await call(endpoints.session.captcha, {})) as { challenge: Challenge };
  const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}
