import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { caller } from '../../../../../test/fixtures/api-server.ts';
import type { Db } from '../../platform/db/db.ts';

export async function solveCaptcha(base: string): Promise<string> {
  const { challenge } = (await caller(base)('GET', '/v1/captcha')).body.data;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

type LoginTarget = Readonly<{ db: Db; base: string; path?: string }>;

export async function failSignIn(
  { db, base, path = '/v1/login' }: LoginTarget,
  wrong: object,
  times: number,
): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const { body } = await caller(base)('POST', path, { ...wrong, captcha: await solveCaptcha(base) });
    expect(body.code).toBe('login_failed');
    await sql`update session.login_throttle set blocked_until = null where failures < 5`.execute(db);
  }
}
