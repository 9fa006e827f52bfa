import { createHmac, hkdfSync } from 'node:crypto';
import type { FactorResetRefusal, FactorResetState } from '@larkmere/contract/customers/factor-reset';
import { defineEvent } from '../../platform/events/outbox.ts';

/** The person gets a notice of every step by each channel that they have, with the way to stop it. */
export const factorResetChanged = defineEvent<FactorResetChanged>('factor_reset.changed');
export type FactorResetChanged = Readonly<{
  requestId: string;
  userId: string;
  /** The link that the e-mail shows. */
  linkId: string;
  state: FactorResetState;
  refusalReason: FactorResetRefusal | null;
  /** Until when the link works. */
  expiresAt: string;
  appliesAt: string | null;
}>;

/** The step by which the texts of the notices differ. */
export const factorResetStep = ({ state, refusalReason }: FactorResetChanged): string =>
  refusalReason === null ? state : `refused_${refusalReason}`;

/** The code of a link. The outbox does not hold it, and the database its hash only: the e-mail derives it again. */
export const deriveFactorResetCode = (key: Buffer, linkId: string): string =>
  createHmac('sha256', key).update(linkId).digest('base64url');

export const deriveFactorResetKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere links for a lost second factor', 32));

const selfieDigits = 4;

/** What the person writes on a paper for the selfie. It differs per request, so that no earlier picture does. */
export const selfieNumberOf = (requestId: string): string =>
  String(
    createHmac('sha256', 'larkmere selfie').update(requestId).digest().readUInt32BE(0) % 10 ** selfieDigits,
  ).padStart(selfieDigits, '0');
