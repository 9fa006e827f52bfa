import { defineJob } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import { drawVisits, selectWeeksToDraw } from './visit-review.read.ts';
import { insertDrawnWeek, insertReview } from './visit-review.sql.ts';

/** Product.md D7: a tenth of the week, at least three, reviewed within a week. */
const share = { percent: 10, atLeast: 3 } as const;
const weekMs = 7 * 24 * 3_600_000;

export const visitDraws = defineJob({
  name: 'draw-visits',
  everySeconds: 600,
  run: async ({ transaction }) => {
    const weeks = await transaction(({ tx }) => selectWeeksToDraw(tx));
    for (const week of weeks)
      await transaction(async (ctx) => {
        const drawn = await drawVisits(ctx.tx, { week, ...share });
        if (!(await insertDrawnWeek(ctx.tx, week, drawn[0]?.visits ?? 0))) return;
        const dueAt = new Date(ctx.now.getTime() + weekMs);
        for (const { visitId, visitorId } of drawn) await insertReview(ctx.tx, { week, visitId, visitorId, dueAt });
        await audit(ctx, 'visit_review.drawn', `week:${week}`, { drawn: drawn.length });
      });
  },
});
