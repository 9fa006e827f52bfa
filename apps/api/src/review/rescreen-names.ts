import { audit } from '../kernel/audit.ts';
import type { OutsideListener } from '../kernel/relay.ts';
import { findHits, type listImported } from '../screening/screening.ts';
import { namesAfter } from './finding.read.ts';
import { insertFindings } from './finding.sql.ts';

type Imported = NonNullable<(typeof listImported)['payload']>;

const atOnce = 100;

/** A name that was cleared for the same entry is not found again. Idempotent, in transactions of limited size. */
export const rescreenNames: OutsideListener<Imported> = async ({ transaction }, { payload: { version } }) => {
  let [names, found] = [0, 0];
  for (const subject of ['payee', 'customer'] as const) {
    let last: string | undefined;
    do {
      const page = await transaction(async (ctx) => {
        const bearers = await namesAfter(ctx.tx, subject, last, atOnce);
        for (const bearer of bearers)
          found += await insertFindings(ctx.tx, bearer, await findHits(ctx, { payee: bearer.name, payer: '' }));
        return bearers;
      });
      names += page.length;
      last = page.length === atOnce ? page.at(-1)?.id : undefined;
    } while (last !== undefined);
  }
  await transaction((ctx) => audit(ctx, 'screening.names-rescreened', `screening-list:${version}`, { names, found }));
};
