import { pbkdf2, solveChallenge } from 'altcha/lib';
import { call } from '../kernel/call.ts';
import { endpoints } from '../kernel/endpoints.ts';

type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];

/**
 * Fetches a challenge of our own server and does its work here, unseen. The hashing runs off the main thread in the
 * browser's own crypto, so no worker is needed and the page stays quick.
 */
export async function solveCaptcha(): Promise<string> {
  const { challenge } = (await call(endpoints.session.captcha, {})) as { challenge: Challenge };
  const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}
