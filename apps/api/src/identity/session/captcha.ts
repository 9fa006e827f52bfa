import { createHmac } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Workflow } from '../../platform/requests/verb.ts';

const proofOfWork = { algorithm: 'PBKDF2/SHA-256', cost: 500, least: 600, most: 1200 } as const;
const challengeLifetimeMs = 5 * 60_000;

export const createCaptcha =
  (secret: string): Workflow<typeof contract.session.captcha> =>
  async (steps) => {
    const expiresAt = await steps.transaction(async ({ now }) => new Date(now.getTime() + challengeLifetimeMs));
    const challenge = await createChallenge({
      algorithm: proofOfWork.algorithm,
      cost: proofOfWork.cost,
      counter: randomInt(proofOfWork.least, proofOfWork.most),
      deriveKey,
      expiresAt,
      hmacSignatureSecret: secret,
      hmacKeySignatureSecret: deriveKeySecret(secret),
    });
    return { challenge };
  };

export async function verifyCaptcha(secret: string, text: string): Promise<string | undefined> {
  try {
    // The library checks it.
    const payload = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Payload;
    const { verified } = await verifySolution({
      ...payload,
      deriveKey,
      hmacSignatureSecret: secret,
      hmacKeySignatureSecret: deriveKeySecret(secret),
    });
    return verified ? payload.challenge.signature : undefined;
  } catch {
    return undefined;
  }
}

const deriveKeySecret = (secret: string): string => createHmac('sha256', secret).update('captcha key').digest('hex');
