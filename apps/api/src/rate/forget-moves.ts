import type { Db } from '../kernel/db.ts';
import { forgetEvents } from '../kernel/forget-events.ts';
import { rateMoved } from './rate.ts';

/** Yesterday's moves are history, and history is in the charts: what every listener has heard is taken away. */
export const forgetMoves = (db: Db): Promise<number> => forgetEvents(db, rateMoved, 24);
