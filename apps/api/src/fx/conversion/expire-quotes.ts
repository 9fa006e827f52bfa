import { defineJob } from '../../platform/jobs/job.ts';
import { expireQuotes } from './conversion.sql.ts';

export const quoteExpiry = defineJob({
  name: 'expire-quotes',
  everySeconds: 60,
  run: ({ transaction }) => transaction(({ tx }) => expireQuotes(tx)),
});
