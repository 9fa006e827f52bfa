import { generate, generateSecret, generateURI, verify } from 'otplib';

const toleranceSeconds = 30;

export const newTotpSecret = (): string => generateSecret();

export const enrolmentUri = (username: string, secret: string): string =>
  generateURI({ issuer: 'Larkmere Staff', label: username, secret });

export const codeAt = (secret: string, at: Date): Promise<string> => generate({ secret, epoch: secondsOf(at) });

export async function stepOf(secret: string, code: string, now: Date): Promise<bigint | undefined> {
  const checked = await verify({ secret, token: code, epoch: secondsOf(now), epochTolerance: toleranceSeconds });
  return checked.valid && 'timeStep' in checked ? BigInt(checked.timeStep) : undefined;
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);
