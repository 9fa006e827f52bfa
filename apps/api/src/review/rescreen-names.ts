import { audit } from '../kernel/audit.ts';
import type { OutsideListener } from '../kernel/relay.ts';
import { findHits, type listImported } from '../screening/screening.ts';
import { namesAfter } from './finding.read.ts';
import { insertFindings } from './finding.sql.ts';

type Imported = NonNullable<(typeof listImported)['payload']>;

const atOnce = 100;

/**
 * Another version of the list: every payee and every customer is looked for on it, so many in one transaction. What is
 * alike waits for compliance; who was cleared of the same name is not asked about again. Harmless when it runs twice.
 */
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
