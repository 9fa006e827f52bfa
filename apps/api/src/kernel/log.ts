import { withoutCardNumbers } from '@larkmere/contract/card-number';
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

const secrets = [
  'req.headers.authorization',
  'req.headers.authorization_manage',
  'req.headers.cookie',
  'req.headers["x-signature"]',
  'res.headers["set-cookie"]',
  '*.password',
  '*.pincode',
  '*.confirmation',
  '*.current',
  '*.token',
  '*.approval',
  '*.captcha',
];

/**
 * Structured logs on standard output. Secrets are cut out before a line is written, wherever a caller put them, and so is
 * whatever looks like the number of a payment card.
 */
export const openLog = (level: string, out?: DestinationStream): Log =>
  pino(
    {
      level,
      redact: { paths: secrets, censor: '[cut]' },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: withoutCardNumbers },
    },
    out ?? pino.destination(1),
  );

/** Paths without their query, for the access log: tickets and searches do not belong there. */
export const pathOnly = (url: string): string => url.split('?', 1)[0] ?? '';
