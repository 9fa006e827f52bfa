import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a rate token says: who may ask for rates, how freely, and until when. It opens nothing else. */
export type RatePass = Readonly<{ scope: 'customer' | 'public'; holder: string; expiresAt: Date }>;

/** How long a token lasts: a customer's as long as a session can, a public one as long as somebody reads a page. */
const lifeMs = { customer: 12 * 3_600_000, public: 15 * 60_000 } as const;

/**
 * A signed token that names nobody: the rate service may be another process and needs neither the session nor the
 * database to believe it.
 */
export function issueRateToken(secret: string, scope: RatePass['scope'], now: Date): string {
  const claim = [scope, randomBytes(12).toString('base64url'), now.getTime() + lifeMs[scope]].join('.');
  return `${claim}.${sign(secret, claim)}`;
}

/** What a token says; undefined when it is not ours, or has expired. */
export function readRateToken(secret: string, token: string, now: Date): RatePass | undefined {
  const [, claim = '', signature = ''] = /^((?:customer|public)\.[\w-]{16}\.\d{13})\.([\w-]{43})$/.exec(token) ?? [];
  const [expected, given] = [Buffer.from(sign(secret, claim)), Buffer.from(signature)];
  if (claim === '' || expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  const [scope, holder = '', expires] = claim.split('.');
  const expiresAt = new Date(Number(expires));
  return expiresAt > now ? { scope: scope as RatePass['scope'], holder, expiresAt } : undefined;
}

const sign = (secret: string, claim: string): string =>
  createHmac('sha256', secret).update(`rate token ${claim}`).digest('base64url');
