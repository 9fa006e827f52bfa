import type { contract } from '@larkmere/contract/contract';
import { PaymentState, type PaymentView } from '@larkmere/contract/payments/payment';
import { type PaymentReach, statesByGroup } from '@larkmere/contract/payments/payment-list';
import { listOwnAccounts, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { swiftKinds, viewPaymentsById } from '../payment/payment.ts';
import { parseSearch } from './parse-search.ts';
import { type PagePlace, selectPaymentPage } from './payment-page.read.ts';
import { isSearchTimeout, limitSearchTime } from './search.sql.ts';

/** Throws `service_unavailable` if it would take too long. */
export const listAllPayments: Verb<typeof contract.payment.list> = async (ctx, input) => {
  const { group, reach, bankholderid, startdate, enddate, search, cursor, size } = input;
  const kinds = kindsFor(ctx, reach);
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const accounts =
    bankholderid === undefined ? await listOwnAccounts(ctx) : [await requireOwnAccount(ctx, bankholderid)];
  await limitSearchTime(ctx.tx);
  try {
    const found = await selectPaymentPage(ctx.tx, {
      accounts,
      kinds,
      states: group === undefined ? PaymentState.options : statesByGroup[group],
      isByExecution: group === 'planned',
      startdate,
      enddate,
      search: search === undefined ? undefined : parseSearch(search, londonDay(ctx.now)),
      after,
      limit: size + 1,
    });
    const page = found.slice(0, size);
    const end = page.at(-1);
    return {
      list: await viewPaymentsById(
        ctx,
        page.map(({ id }) => id),
      ),
      next: found.length > size && end ? `${end.micros}-${end.id}` : null,
    };
  } catch (error) {
    if (isSearchTimeout(error)) throw new Refusal('service_unavailable', { retryAfterSeconds: 5 });
    throw error;
  }
};

const domesticKinds = ['domestic', 'internal'] as const;

/** Whoever may pay sees every payment, as in its detail; the right to SWIFT payments alone shows those. */
function kindsFor({ actor }: CustomerCtx, reach: PaymentReach | undefined): readonly PaymentView['kind'][] {
  const canSeeAll = actor.access.has('payment');
  if (!canSeeAll && (reach === 'domestic' || !actor.access.has('swiftpending'))) throw new Refusal('access_denied');
  if (reach === 'domestic') return domesticKinds;
  return canSeeAll && reach === undefined ? [...domesticKinds, ...swiftKinds] : swiftKinds;
}

const cursorPattern = /^(?<micros>\d{1,16})-(?<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

function parseCursor(cursor: string): PagePlace {
  const { micros, id } = cursorPattern.exec(cursor)?.groups ?? {};
  if (micros === undefined || id === undefined) throw new Refusal('validation_failed');
  return { micros, id };
}
