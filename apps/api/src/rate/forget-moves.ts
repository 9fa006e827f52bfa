import type { Db } from '../kernel/db.ts';
import { forgetEvents } from '../kernel/forget-events.ts';
import { rateMoved } from './rate.ts';

/** The chart data keeps the history, so delivered events can go after a day. */
export const forgetMoves = (db: Db): Promise<number> => forgetEvents(db, rateMoved, 24);
