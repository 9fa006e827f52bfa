import { type sanctionsListImported, screenNames } from '../../checks/screening/screening.ts';
import type { ExternalHandler } from '../../platform/events/relay.ts';
import { audit } from '../../platform/requests/audit.ts';
import { selectPartiesAfter } from './sanctions-alert.read.ts';
import { insertSanctionsAlerts } from './sanctions-alert.sql.ts';

type ListImportedEvent = NonNullable<(typeof sanctionsListImported)['payload']>;

const pageSize = 100;

/** A name that was cleared for the same entry is not found again. Idempotent, in transactions of limited size. */
export const rescreenNames: ExternalHandler<ListImportedEvent> = async ({ transaction }, { payload: { version } }) => {
  let [names, found] = [0, 0];
  for (const subject of ['payee', 'customer'] as const) {
    let last: string | undefined;
    do {
      const page = await transaction(async (ctx) => {
        const bearers = await selectPartiesAfter(ctx.tx, subject, last, pageSize);
        for (const bearer of bearers)
          found += await insertSanctionsAlerts(
            ctx.tx,
            bearer,
            await screenNames(ctx, { payee: bearer.name, payer: '' }),
          );
        return bearers;
      });
      names += page.length;
      last = page.length === pageSize ? page.at(-1)?.id : undefined;
    } while (last !== undefined);
  }
  await transaction((ctx) => audit(ctx, 'screening.names_rescreened', `screening-list:${version}`, { names, found }));
};
