import { createHmac } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Procedure } from '../kernel/verb.ts';

const work = { algorithm: 'PBKDF2/SHA-256', cost: 500, least: 600, most: 1200 } as const;
const lifeMs = 5 * 60_000;

export const makeCaptcha =
  (secret: string): Procedure<typeof contract.session.captcha> =>
  async (steps) => {
    const expiresAt = await steps.transaction(async ({ now }) => new Date(now.getTime() + lifeMs));
    const challenge = await createChallenge({
      algorithm: work.algorithm,
      cost: work.cost,
      counter: randomInt(work.least, work.most),
      deriveKey,
      expiresAt,
      hmacSignatureSecret: secret,
      hmacKeySignatureSecret: keySecret(secret),
    });
    return { challenge };
  };

export async function solvedCaptcha(secret: string, text: string): Promise<string | undefined> {
  try {
    const payload = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Payload;
    const { verified } = await verifySolution({
      ...payload,
      deriveKey,
      hmacSignatureSecret: secret,
      hmacKeySignatureSecret: keySecret(secret),
    });
    return verified ? payload.challenge.signature : undefined;
  } catch {
    return undefined;
  }
}

const keySecret = (secret: string): string => createHmac('sha256', secret).update('captcha key').digest('hex');
