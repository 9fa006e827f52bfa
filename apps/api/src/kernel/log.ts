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

/** Queries can hold download tokens and search terms, which must not be logged. */
export const pathOnly = (url: string): string => url.split('?', 1)[0] ?? '';
