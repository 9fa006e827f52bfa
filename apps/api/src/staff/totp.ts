import { generate, generateSecret, generateURI, verify } from 'otplib';

/** A clock may be this much ahead or behind: one step of 30 seconds either way. */
const toleranceSeconds = 30;

/** 160 bits in base32, as authenticators take them. */
export const newTotpSecret = (): string => generateSecret();

export const enrolmentUri = (username: string, secret: string): string =>
  generateURI({ issuer: 'Larkmere Staff', label: username, secret });

/** The six digits that an authenticator shows at that moment. */
export const codeAt = (secret: string, at: Date): Promise<string> => generate({ secret, epoch: secondsOf(at) });

/** The time step whose code this is; undefined when it is the code of none near `now`. */
export async function stepOf(secret: string, code: string, now: Date): Promise<bigint | undefined> {
  const checked = await verify({ secret, token: code, epoch: secondsOf(now), epochTolerance: toleranceSeconds });
  return checked.valid && 'timeStep' in checked ? BigInt(checked.timeStep) : undefined;
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);
