import { redactCardNumbers } from '@larkmere/contract/platform/card-number';
import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';
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
      serializers: { err: describeError },
      hooks: { streamWrite: (line) => redactTokens(redactCardNumbers(line)) },
    },
    out ?? standardOutput(),
  );

function standardOutput(): DestinationStream {
  const stream = openLogStream(1);
  process.once('exit', stream.flushSync);
  return stream;
}

/** Every secret of 256 bits has this length: cookies, session tokens, and those of links and downloads. */
const token = /(?<![\w-])[\w-]{43}(?![\w-])/g;

/** The last wall: nothing that writes a log line is meant to hold a token. */
export const redactTokens = (line: string): string => line.replaceAll(token, '[token]');
