import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export type RateTokenClaims = Readonly<{ scope: 'customer' | 'public'; holder: string; expiresAt: Date }>;

const lifeMs = { customer: 12 * 3_600_000, public: 15 * 60_000 } as const;

/** Signed and anonymous: the rate service can verify it without session or database. */
export function issueRateToken(secret: string, scope: RateTokenClaims['scope'], now: Date): string {
  const claim = [scope, randomBytes(12).toString('base64url'), now.getTime() + lifeMs[scope]].join('.');
  return `${claim}.${sign(secret, claim)}`;
}

export function readRateToken(secret: string, token: string, now: Date): RateTokenClaims | undefined {
  const [, claim = '', signature = ''] = /^((?:customer|public)\.[\w-]{16}\.\d{13})\.([\w-]{43})$/.exec(token) ?? [];
  const [expected, given] = [Buffer.from(sign(secret, claim)), Buffer.from(signature)];
  if (claim === '' || expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  const [scope, holder = '', expires] = claim.split('.');
  const expiresAt = new Date(Number(expires));
  return expiresAt > now ? { scope: scope === 'customer' ? scope : 'public', holder, expiresAt } : undefined;
}

const sign = (secret: string, claim: string): string =>
  createHmac('sha256', secret).update(`rate token ${claim}`).digest('base64url');
