import { redactCardNumbers } from '@larkmere/contract/platform/card-number';
import { type DestinationStream, type Logger, pino } from 'pino';
import { openLogStream } from './log-stream.ts';

export type Log = Logger;

const redactedPaths = [
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
      redact: { paths: redactedPaths, censor: '[cut]' },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: redactCardNumbers },
    },
    out ?? standardOutput(),
  );

function standardOutput(): DestinationStream {
  const stream = openLogStream(1);
  process.once('exit', stream.flushSync);
  return stream;
}

/** Queries can hold download tokens and search terms, which must not be logged. */
export const stripQuery = (url: string): string => url.split('?', 1)[0] ?? '';
