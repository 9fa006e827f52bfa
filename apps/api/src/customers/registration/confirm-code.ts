import { createHmac, hkdfSync } from 'node:crypto';

/** The code of a link. Neither the database nor the outbox holds it: the e-mail derives it again. */
export const deriveConfirmCode = (key: Buffer, requestId: string): string =>
  createHmac('sha256', key).update(requestId).digest('base64url');

export const deriveConfirmKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere links that confirm a registration', 32));
