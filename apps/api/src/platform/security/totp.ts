import { generate, generateSecret, generateURI, verify } from 'otplib';

const toleranceSeconds = 30;

export const generateTotpSecret = (): string => generateSecret();

type EnrolmentUri = Readonly<{ issuer: string; username: string; secret: string }>;

export const buildEnrolmentUri = ({ issuer, username, secret }: EnrolmentUri): string =>
  generateURI({ issuer, label: username, secret });

export const totpCodeAt = (secret: string, at: Date): Promise<string> =>
  generate({ secret, epoch: toEpochSeconds(at) });

export async function verifyTotpCode(secret: string, code: string, now: Date): Promise<bigint | undefined> {
  const checked = await verify({ secret, token: code, epoch: toEpochSeconds(now), epochTolerance: toleranceSeconds });
  return checked.valid && 'timeStep' in checked ? BigInt(checked.timeStep) : undefined;
}

const toEpochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);
