import { purgeEvents } from '../../platform/events/outbox.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { rateMoved } from './rate.ts';

/** The chart data keeps the history, so delivered events can go after a day. */
export const rateEventPurge = defineJob({
  name: 'purge-rate-events',
  everySeconds: 3600,
  run: ({ db }) => purgeEvents(db, rateMoved, 24),
});
