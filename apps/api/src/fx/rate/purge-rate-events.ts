import type { Db } from '../../platform/db/db.ts';
import { purgeEvents } from '../../platform/events/purge-events.ts';
import { rateMoved } from './rate.ts';

/** The chart data keeps the history, so delivered events can go after a day. */
export const purgeRateEvents = (db: Db): Promise<number> => purgeEvents(db, rateMoved, 24);
